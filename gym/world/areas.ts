/** A part of the code base: what tasks there speak of, and how often they come. */
export interface Area {
  readonly label: string
  readonly noun: string
  /** How often a run works here, against the others; the last two are rare. */
  readonly weight: number
  readonly files: readonly string[]
  readonly things: readonly string[]
  /** When a lesson holds. */
  readonly occasions: readonly string[]
}

export const AREAS: readonly Area[] = [
  {
    label: 'auth',
    noun: 'login flow',
    weight: 20,
    files: ['src/auth/session.ts', 'src/auth/token.ts', 'src/auth/password-reset.ts'],
    things: [
      'session cookie',
      'refresh token',
      'password hash',
      'login redirect',
      'token expiry',
      'permission scope',
      'single sign-on callback',
      'two-factor code',
    ],
    occasions: [
      'before a login attempt is answered',
      'after the user has signed out',
      'when a refresh token is rotated',
      'while an account is locked',
    ],
  },
  {
    label: 'database',
    noun: 'persistence layer',
    weight: 18,
    files: ['src/db/migrate.ts', 'src/db/query.ts', 'src/db/pool.ts'],
    things: [
      'migration script',
      'connection pool',
      'foreign key',
      'query plan',
      'row lock',
      'index of the orders table',
      'transaction boundary',
      'backup snapshot',
    ],
    occasions: [
      'before a migration touches a large table',
      'after the schema has changed',
      'when two writers share a row',
      'while a backup is running',
    ],
  },
  {
    label: 'frontend',
    noun: 'settings page',
    weight: 16,
    files: ['src/ui/form.tsx', 'src/ui/table.tsx', 'src/ui/theme.css'],
    things: [
      'form field',
      'focus ring',
      'date picker',
      'table header',
      'dark theme',
      'loading spinner',
      'keyboard shortcut',
      'error banner',
    ],
    occasions: [
      'before the component is rendered on the server',
      'after the viewport has been resized',
      'when a screen reader is used',
      'while data is still loading',
    ],
  },
  {
    label: 'build',
    noun: 'release pipeline',
    weight: 14,
    files: ['scripts/build.mjs', 'scripts/release.mjs', 'ci/workflow.yml'],
    things: [
      'lock file',
      'source map',
      'bundle size',
      'compiler cache',
      'release tag',
      'pipeline artefact',
      'package version',
      'changelog entry',
    ],
    occasions: [
      'before a release is published',
      'after a dependency has been bumped',
      'when the pipeline runs on a clean machine',
      'while artefacts are uploaded',
    ],
  },
  {
    label: 'payments',
    noun: 'checkout',
    weight: 12,
    files: ['src/payments/charge.ts', 'src/payments/invoice.ts', 'src/payments/refund.ts'],
    things: [
      'invoice total',
      'currency rounding',
      'refund request',
      'webhook signature',
      'card charge',
      'tax rate',
      'idempotency key',
      'payment retry',
    ],
    occasions: [
      'before a card is charged again',
      'after a webhook has been delivered twice',
      'when an invoice spans two currencies',
      'while a refund is pending',
    ],
  },
  {
    label: 'search',
    noun: 'search service',
    weight: 12,
    files: ['src/search/index.ts', 'src/search/rank.ts', 'src/search/tokenize.ts'],
    things: [
      'search index',
      'ranking weight',
      'synonym list',
      'result page',
      'stemming rule',
      'query parser',
      'facet count',
      'spelling suggestion',
    ],
    occasions: [
      'before the index is swapped',
      'after documents have been deleted',
      'when a query has no results',
      'while the index is being rebuilt',
    ],
  },
  {
    label: 'deployment',
    noun: 'cluster',
    weight: 4,
    files: ['deploy/rollout.yml', 'deploy/secrets.yml', 'deploy/health.ts'],
    things: [
      'health probe',
      'rolling update',
      'secret mount',
      'memory limit',
      'container image',
      'load balancer rule',
      'autoscaling target',
      'node drain',
    ],
    occasions: [
      'before traffic is shifted to new pods',
      'after a node has been drained',
      'when a rollout is paused',
      'while secrets are rotated in the cluster',
    ],
  },
  {
    label: 'email',
    noun: 'mail sender',
    weight: 4,
    files: ['src/mail/template.ts', 'src/mail/queue.ts', 'src/mail/bounce.ts'],
    things: [
      'mail template',
      'bounce handler',
      'unsubscribe link',
      'attachment encoding',
      'sender address',
      'delivery queue',
      'preview text',
      'reply header',
    ],
    occasions: [
      'before a newsletter is sent',
      'after an address has bounced',
      'when a template has a missing translation',
      'while the delivery queue is paused',
    ],
  },
]

/** What advice of no place in particular speaks of. */
export const EVERYWHERE = {
  things: [
    'whole test suite',
    'error path',
    'public interface',
    'existing helper',
    'unrelated file',
    'log message',
    'feature flag',
    'type annotation',
    'code comment',
    'small commit',
  ],
  occasions: [
    'before the work is handed in',
    'after the last edit',
    'when the change is larger than planned',
    'while reading unfamiliar code',
  ],
}

/** What a lesson tells to do: the order, the same in another word, and its participle. */
export const ACTIONS: readonly (readonly [string, string, string])[] = [
  ['check', 'verify', 'checked'],
  ['reset', 'clear', 'cleared'],
  ['lock', 'freeze', 'frozen'],
  ['split', 'divide', 'divided'],
  ['pin', 'fix', 'fixed'],
  ['cache', 'remember', 'remembered'],
  ['rename', 'relabel', 'relabelled'],
  ['duplicate', 'copy', 'copied'],
  ['inline', 'expand', 'expanded'],
  ['postpone', 'delay', 'delayed'],
  ['validate', 'confirm', 'confirmed'],
  ['document', 'describe', 'described'],
]

export const TASK_DEEDS = ['fix', 'extend', 'rework', 'speed up', 'clean up', 'add a test for', 'move']
