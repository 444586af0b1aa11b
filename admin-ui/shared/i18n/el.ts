import type { Dictionary } from './core';

/** Words of the shared components. Greek is the original; the other languages follow its keys. */
export const el = {
  'app.skip': 'Μετάβαση στο περιεχόμενο',

  'act.save': 'Αποθήκευση',
  'act.cancel': 'Άκυρο',
  'act.close': 'Κλείσιμο',
  'act.confirm': 'Επιβεβαίωση',
  'act.retry': 'Δοκιμή ξανά',
  'act.copy': 'Αντιγραφή',
  'act.copied': 'Αντιγράφηκε',
  'act.dismiss': 'Απόκρυψη',
  'act.showPassword': 'Εμφάνιση κωδικού',
  'act.hidePassword': 'Απόκρυψη κωδικού',

  'language.label': 'Γλώσσα',
  'language.el': 'Ελληνικά',
  'language.en': 'English',

  'theme.label': 'Εμφάνιση',
  'theme.system': 'Όπως η συσκευή',
  'theme.light': 'Φωτεινή',
  'theme.dark': 'Σκούρα',

  'wait.loading': 'Φόρτωση…',
  'wait.saving': 'Αποθήκευση…',

  'form.required': 'Συμπληρώστε αυτό το πεδίο.',
  'form.email': 'Γράψτε μια διεύθυνση e-mail, όπως maria@example.gr.',
  'form.tooShort': {
    one: 'Χρειάζεται τουλάχιστον {count} χαρακτήρας.',
    other: 'Χρειάζονται τουλάχιστον {count} χαρακτήρες.',
  },
  'form.tooLong': { one: 'Χωράει μόνο {count} χαρακτήρας.', other: 'Χωρούν έως {count} χαρακτήρες.' },
  'form.sixDigits': 'Γράψτε τα έξι ψηφία του κωδικού.',
  'form.choose': 'Διαλέξτε μία τιμή.',
  'form.optional': 'προαιρετικό',
  'form.fixErrors': { one: 'Ένα πεδίο θέλει διόρθωση.', other: '{count} πεδία θέλουν διόρθωση.' },

  'combobox.open': 'Άνοιγμα λίστας',
  'combobox.none': 'Δεν βρέθηκε κάτι που να ταιριάζει.',

  'table.empty': 'Δεν υπάρχουν εγγραφές.',

  'pages.label': 'Σελίδες της λίστας',
  'pages.previous': 'Προηγούμενα',
  'pages.next': 'Επόμενα',
  'pages.shown': { one: '{count} εγγραφή σε αυτή τη σελίδα', other: '{count} εγγραφές σε αυτή τη σελίδα' },

  'confirm.reason': 'Αιτία',
  'confirm.reasonHint': 'Καταγράφεται στο ιστορικό ενεργειών.',
  'confirm.reasonChoose': 'Διαλέξτε αιτία',
  'confirm.password': 'Ο κωδικός σας',
  'confirm.passwordHint': 'Τον ζητάμε ξανά, επειδή η ενέργεια είναι σημαντική.',

  'toast.region': 'Ειδοποιήσεις',

  'connection.live': 'Ζωντανή σύνδεση',
  'connection.connecting': 'Σύνδεση…',
  'connection.waiting': 'Χωρίς σύνδεση',
  'connection.refused': 'Χωρίς ζωντανή ενημέρωση',
  'connection.off': 'Εκτός σύνδεσης',
  'connection.waitingHint': 'Η σύνδεση χάθηκε· ξαναδοκιμάζουμε μόνοι μας. Όσα γράψατε μένουν στην οθόνη.',

  'problem.unreachable': 'Η υπηρεσία δεν απαντά',
  'problem.unreachable.detail':
    'Ελέγξτε τη σύνδεσή σας και δοκιμάστε ξανά. Δεν χάθηκε τίποτα από όσα γράψατε.',
  'problem.unexpected-answer': 'Απροσδόκητη απάντηση',
  'problem.unexpected-answer.detail':
    'Η υπηρεσία απάντησε κάτι που δεν καταλαβαίνουμε. Δοκιμάστε ξανά σε λίγο.',
  'problem.cancelled': 'Η ενέργεια διακόπηκε',
  'problem.cancelled.detail': 'Δεν έχει αλλάξει τίποτα.',
  'problem.stale-version': 'Κάποιος άλλος πρόλαβε',
  'problem.stale-version.detail':
    'Η εγγραφή άλλαξε όσο τη βλέπατε. Φορτώστε την ξανά και επαναλάβετε την αλλαγή σας.',
  'problem.too-many-requests': 'Πολλές προσπάθειες',
  'problem.too-many-requests.detail': 'Για την ασφάλεια των λογαριασμών κάνουμε ένα μικρό διάλειμμα.',
  'problem.retryMinutes': {
    one: 'Δοκιμάστε ξανά σε {count} λεπτό.',
    other: 'Δοκιμάστε ξανά σε {count} λεπτά.',
  },
  'problem.retryAfter': {
    one: 'Δοκιμάστε ξανά σε {count} δευτερόλεπτο.',
    other: 'Δοκιμάστε ξανά σε {count} δευτερόλεπτα.',
  },
  'problem.requestId': 'Αριθμός αιτήματος',
  'problem.otherErrors': 'Τι πρέπει να διορθωθεί',

  'state.invited': 'Με πρόσκληση',
  'state.active': 'Ενεργός',
  'state.disabled': 'Ανενεργός',
  'state.waiting': 'Σε αναμονή',
  'state.shown': 'Δοκιμαστικά, δεν στάλθηκε',
  'state.sent': 'Στάλθηκε',
  'state.failed': 'Απέτυχε',
  'state.refused': 'Δεν το δέχεται ο παραλήπτης',
  'state.expired': 'Έληξε πριν σταλεί',
  'state.sealed': 'Σφραγισμένο',
  'state.unsealed': 'Προς σφράγιση',
  'state.good': 'Καλά',
  'state.attention': 'Θέλει προσοχή',
  'state.bad': 'Εκτός λειτουργίας',
  'state.current': 'Αυτή η συσκευή',
  'state.totpOn': 'Με δεύτερο βήμα',
  'state.totpOff': 'Χωρίς δεύτερο βήμα',
  'state.held': 'Κρατημένη θέση',
  'state.reserve': 'Αναπληρωματικός',
  'state.ended': 'Τέλος',
  'state.open': 'Δεν απάντησε ακόμη',
  'state.confirmed': 'Επιβεβαίωσε',
  'state.declined': 'Αρνήθηκε',
  'state.draft': 'Πρόχειρο',
  'state.upcoming': 'Ανοίγει σύντομα',
  'state.registering': 'Εγγραφές ανοιχτές',
  'state.closed': 'Εγγραφές κλειστές',
  'state.cancelled': 'Ματαιώθηκε',
  'state.rehearsal': 'Πρόβα',
  'state.review': 'Προς έλεγχο',
  'state.ready': 'Έτοιμη',
  'state.rejected': 'Δεν γίνεται δεκτή',
  'state.entered': 'Καταχωρίστηκε',
} as const satisfies Dictionary;
