import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { localProblem, type Problem } from '$shared/api/problem';
import { language } from '$shared/i18n/language.svelte';
import ProblemPanel from '$shared/ui/ProblemPanel.svelte';

const problem = (more: Partial<Problem>): Problem => ({ ...localProblem('unexpected-answer'), ...more });

describe('the problem panel', () => {
  it('says the service’s words, and says them aloud', () => {
    render(ProblemPanel, {
      problem: problem({ status: 409, code: 'email-taken', title: 'Taken', detail: 'Choose another.' }),
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Taken');
    expect(screen.getByRole('alert')).toHaveTextContent('Choose another.');
  });

  it('has words of its own for what the service cannot say, in the language of the moment', async () => {
    render(ProblemPanel, { problem: localProblem('unreachable') });
    expect(screen.getByRole('alert')).toHaveTextContent('The service does not answer');
    language.show('el');
    expect(await screen.findByText('Η υπηρεσία δεν απαντά')).toBeInTheDocument();
  });

  it.each([
    [1, 'Try again in 1 second.'],
    [45, 'Try again in 45 seconds.'],
    [90, 'Try again in 2 minutes.'],
    [301, 'Try again in 6 minutes.'],
  ])('tells how long to wait: %i seconds', (retryAfter, words) => {
    render(ProblemPanel, {
      problem: problem({ status: 429, code: 'too-many-requests', detail: 'See Retry-After.', retryAfter }),
    });
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    expect(screen.getByRole('alert')).not.toHaveTextContent('Retry-After');
  });

  it('does not repeat what stands at its field, and lists the rest', () => {
    render(ProblemPanel, {
      problem: problem({
        status: 422,
        code: 'invalid-fields',
        title: 'Invalid',
        detail: 'Not shown when fields are.',
        errors: [
          { pointer: '/email', code: 'bad-format', message: 'Not an address.' },
          { pointer: '/token', code: 'missing', message: 'Missing.' },
        ],
      }),
      shownAtFields: ['/email'],
    });
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('One field needs correcting.');
    expect(alert).not.toHaveTextContent('Not an address.');
    expect(alert).toHaveTextContent('Missing.');
  });

  it('shows the request’s number only when we are to blame', async () => {
    const { rerender } = render(ProblemPanel, {
      problem: problem({ status: 422, code: 'x', title: 'X', requestId: 'r-1' }),
    });
    expect(screen.queryByText('r-1')).not.toBeInTheDocument();
    await rerender({ problem: problem({ status: 500, code: 'internal', title: 'X', requestId: 'r-1' }) });
    expect(screen.getByText('r-1')).toBeInTheDocument();
  });

  it('offers another try only where there is one', async () => {
    const onretry = vi.fn();
    const { rerender } = render(ProblemPanel, { problem: localProblem('unreachable') });
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    await rerender({ problem: localProblem('unreachable'), onretry });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onretry).toHaveBeenCalledTimes(1);
  });
});
