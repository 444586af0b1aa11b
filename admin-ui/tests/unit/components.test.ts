import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '$shared/api/client';
import { localProblem } from '$shared/api/problem';
import Button from '$shared/ui/Button.svelte';
import Combobox from '$shared/ui/Combobox.svelte';
import ConfirmDialog from '$shared/ui/ConfirmDialog.svelte';
import ConnectionState from '$shared/ui/ConnectionState.svelte';
import LanguageSwitch from '$shared/ui/LanguageSwitch.svelte';
import Menu from '$shared/ui/Menu.svelte';
import Pagination from '$shared/ui/Pagination.svelte';
import Table from '$shared/ui/Table.svelte';
import Tabs from '$shared/ui/Tabs.svelte';
import TextField from '$shared/ui/TextField.svelte';
import ThemeSwitch from '$shared/ui/ThemeSwitch.svelte';
import ToastRegion from '$shared/ui/ToastRegion.svelte';
import { toasts } from '$shared/ui/toasts.svelte';

const words = (text: string) => createRawSnippet(() => ({ render: () => `<span>${text}</span>` }));
// Without layout a floating sheet never leaves its first, hidden place.
const floating = { hidden: true };
const done: Outcome<unknown> = { ok: true, status: 204, data: undefined, etag: null };

describe('a button', () => {
  it('is pressed by Enter and by Space', async () => {
    const onclick = vi.fn();
    render(Button, { children: words('Go'), onclick });
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{Enter} ');
    expect(onclick).toHaveBeenCalledTimes(2);
  });

  it('keeps the focus while it is busy, but does nothing', async () => {
    const onclick = vi.fn();
    render(Button, { children: words('Go'), onclick, busy: true });
    const user = userEvent.setup();
    await user.tab();
    expect(screen.getByRole('button')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(onclick).not.toHaveBeenCalled();
    expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
  });
});

describe('a field', () => {
  it('is named by its label and described by its error and its hint', () => {
    render(TextField, { label: 'E-mail', value: '', hint: 'Where we write.', error: 'Fill it in.' });
    const input = screen.getByLabelText('E-mail');
    expect(input).toHaveAccessibleDescription('Fill it in. Where we write.');
    expect(input).toBeInvalid();
  });

  it('shows a password when asked, without losing it', async () => {
    render(TextField, { label: 'Password', value: '', type: 'password' });
    const user = userEvent.setup();
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    await user.type(input, 'secret words');
    expect(input.type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText<HTMLInputElement>('Password')).toHaveAttribute('type', 'text');
    expect(screen.getByLabelText<HTMLInputElement>('Password')).toHaveValue('secret words');
    expect(screen.getByRole('button', { name: 'Hide password' })).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('a combobox', () => {
  const options = [
    { value: 'athens', label: 'Αθήνα' },
    { value: 'patra', label: 'Πάτρα' },
    { value: 'ioannina', label: 'Ιωάννινα' },
  ];

  it('is worked from the keyboard, and finds without accents', async () => {
    render(Combobox, { label: 'City', value: '', options });
    const user = userEvent.setup();
    const input = screen.getByRole('combobox', { name: 'City' });
    await user.click(input);
    await user.keyboard('πατρ');
    await waitFor(() => expect(screen.getAllByRole('option', floating)).toHaveLength(1));
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(input).toHaveValue('Πάτρα'));
  });

  it('says so when nothing matches', async () => {
    render(Combobox, { label: 'City', value: '', options });
    const user = userEvent.setup();
    await user.click(screen.getByRole('combobox'));
    await user.keyboard('xyz');
    expect(await screen.findByText('Nothing matches.')).toBeInTheDocument();
  });
});

describe('a question before an act that matters', () => {
  const props = (onconfirm: () => Promise<Outcome<unknown>>) => ({
    open: true,
    title: 'Disable the account',
    consequence: 'They are signed out.',
    confirmLabel: 'Disable',
    askPassword: true,
    onconfirm,
  });

  it('says what will happen', async () => {
    render(
      ConfirmDialog,
      props(() => Promise.resolve(done)),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Disable the account' });
    expect(dialog).toHaveAccessibleDescription('They are signed out.');
  });

  it('does nothing without the password', async () => {
    const onconfirm = vi.fn(() => Promise.resolve(done));
    render(ConfirmDialog, props(onconfirm));
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }));
    expect(onconfirm).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Your password')).toBeInvalid();
  });

  it('puts a wrong password at its field and lets it be corrected by keyboard alone', async () => {
    const wrong: Outcome<unknown> = {
      ok: false,
      problem: {
        ...localProblem('unexpected-answer', 422),
        code: 'invalid-fields',
        title: 'Invalid',
        errors: [{ pointer: '/password', code: 'incorrect', message: 'This is not right.' }],
      },
    };
    const onconfirm = vi.fn().mockResolvedValueOnce(wrong).mockResolvedValueOnce(done);
    render(ConfirmDialog, props(onconfirm));
    const user = userEvent.setup();
    await user.click(await screen.findByLabelText('Your password'));
    await user.keyboard('one{Enter}');
    await waitFor(() =>
      expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription(/This is not right/),
    );
    await user.click(screen.getByLabelText('Your password'));
    await user.keyboard('two{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(onconfirm).toHaveBeenLastCalledWith({ reason: '', password: 'onetwo' });
  });

  it('is left by Escape', async () => {
    const onconfirm = vi.fn(() => Promise.resolve(done));
    render(ConfirmDialog, props(onconfirm));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(onconfirm).not.toHaveBeenCalled();
  });
});

describe('a menu', () => {
  it('is opened, walked and used from the keyboard', async () => {
    const onselect = vi.fn();
    render(Menu, {
      label: 'Μαρία',
      items: [
        { label: 'My account', onselect: () => undefined },
        { label: 'Sign out', onselect },
      ],
    });
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{Enter}');
    await screen.findByRole('menu', floating);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(onselect).toHaveBeenCalledTimes(1));
  });
});

describe('a table', () => {
  const rows = [
    { code: 'a', name: 'Ωμέγα', points: 2 },
    { code: 'b', name: 'άλφα', points: 10 },
    { code: 'c', name: 'Βήτα', points: null },
  ];
  type Row = (typeof rows)[number];
  const props = {
    caption: 'Players',
    columns: [
      { key: 'name', label: 'Name', sortBy: (row: Row) => row.name },
      { key: 'points', label: 'Points', sortBy: (row: Row) => row.points },
    ],
    rows,
    keyOf: (row: Row) => row.code,
    cell: createRawSnippet<[Row, string]>((row, key) => ({
      render: () => `<span>${String(row()[key() as keyof Row] ?? '')}</span>`,
    })),
  };
  const names = () =>
    within(screen.getByRole('table', { name: 'Players' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]?.textContent.trim());

  it('is sorted by its headings, as Greek sorts, and says so', async () => {
    render(Table, props as never);
    const user = userEvent.setup();
    expect(names()).toEqual(['Ωμέγα', 'άλφα', 'Βήτα']);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(names()).toEqual(['άλφα', 'Βήτα', 'Ωμέγα']);
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    await user.keyboard('{Enter}');
    expect(names()).toEqual(['Ωμέγα', 'Βήτα', 'άλφα']);
    await user.click(screen.getByRole('button', { name: 'Points' }));
    expect(names()).toEqual(['Ωμέγα', 'άλφα', 'Βήτα']);
  });

  it('says that it is empty', () => {
    render(Table, { ...props, rows: [] } as never);
    expect(screen.getByText('There are no records.')).toBeInTheDocument();
  });
});

describe('tabs', () => {
  it('are walked with the arrows', async () => {
    render(Tabs, {
      label: 'Messages',
      value: 'waiting',
      tabs: [
        { value: 'waiting', label: 'Waiting', count: 3 },
        { value: 'failed', label: 'Failed' },
      ],
      panel: createRawSnippet<[string]>((value) => ({ render: () => `<p>Panel ${value()}</p>` })),
    });
    const user = userEvent.setup();
    await user.tab();
    expect(screen.getByRole('tab', { name: /Waiting/ })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Failed' })).toHaveAttribute('aria-selected', 'true'),
    );
    expect(screen.getByText('Panel failed')).toBeInTheDocument();
  });
});

describe('the switches', () => {
  it('change the language of the page and remember it', async () => {
    render(LanguageSwitch);
    await userEvent.click(screen.getByRole('radio', { name: 'Ελληνικά' }));
    expect(document.documentElement.lang).toBe('el');
    expect(localStorage.getItem('agon.language')).toBe('el');
    expect(screen.getByRole('group', { name: 'Γλώσσα' })).toBeInTheDocument();
  });

  it('change the colours and go back to those of the device', async () => {
    render(ThemeSwitch);
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('agon.theme')).toBe('dark');
    await userEvent.click(screen.getByRole('radio', { name: 'As the device' }));
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    expect(localStorage.getItem('agon.theme')).toBeNull();
  });
});

describe('the pages of a list', () => {
  it('can be turned only where there is a page', async () => {
    const onnext = vi.fn();
    render(Pagination, { count: 1, onnext });
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(onnext).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('status')).toHaveTextContent('1 record on this page');
  });
});

describe('the state of the connection', () => {
  it.each([
    ['live', 'Live'],
    ['connecting', 'Connecting…'],
    ['waiting', 'Connection lost'],
    ['refused', 'No live updates'],
    ['off', 'Not connected'],
  ] as const)('is said in words: %s', (state, word) => {
    render(ConnectionState, { state });
    expect(screen.getByRole('status')).toHaveTextContent(word);
  });
});

describe('notifications', () => {
  it('leave by themselves when they are good, and stay when they are not', () => {
    vi.useFakeTimers();
    toasts.show('Saved.');
    toasts.show('Failed.', 'bad');
    expect(toasts.all.map(({ text }) => text)).toEqual(['Saved.', 'Failed.']);
    vi.advanceTimersByTime(6000);
    expect(toasts.all.map(({ text }) => text)).toEqual(['Failed.']);
    vi.useRealTimers();
  });

  it('are read out politely and can be dismissed', async () => {
    render(ToastRegion);
    expect(screen.getByRole('region', { name: 'Notifications' })).toHaveAttribute('aria-live', 'polite');
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Failed.')).not.toBeInTheDocument();
  });
});
