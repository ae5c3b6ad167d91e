/** A lesson that a careful engineer would want kept. */
const TEMPLATES: readonly string[] = [
  'Run the NAME migrations before the integration tests, otherwise the NAME table is missing',
  'The NAME tests need Redis on port NUMBER; start it with docker compose up -d first',
  'Never edit files under gen/NAME by hand; change the schema and run make NAME',
  'NAME handlers return a Result and do not throw, so check the error case first',
  'Use the NAME helper in src/NAME.ts instead of formatting dates by hand',
  'When NAME times out in CI, raise its limit in vitest.config.ts to NUMBER seconds',
  'Set NAME_URL before npm test, or the suite for NAME exits with code 1',
  'The NAME package must be built before the web app, because its types come from dist',
  'Keep the snapshot of NAME in sync with the fixture, or the diff test fails on Windows',
  'Prefer pnpm over npm in packages/NAME, since the workspace links break otherwise',
  'Copy .env.example to .env before starting the NAME worker the first time',
  'Amounts in NAME are stored in cents, so divide by 100 only in the view',
  'Dates in the NAME export are UTC; convert them in the client, not in SQL',
  'The flaky NAME test waits for a debounce of NUMBER ms; use fake timers there',
  'Commit messages for NAME start with the ticket number and are in the imperative',
  'Do not log tokens or passwords in the NAME middleware, even at debug level',
  'Never force push the NAME branch, because two teams share it',
  'Ask before you add a dependency to NAME; its bundle size is budgeted',
  'go generate ./NAME/... has to run after every change of the interface',
  'The NAME endpoint paginates with cursors; offset parameters are ignored silently',
  'Close the NAME handle before the temp folder is removed, or tests hang on Windows',
  'A change of NAME.proto needs buf generate and a new golden file',
  'Feature flags of NAME live in config/flags.ts and default to off',
  'Wrap calls of NAME in the retry helper; it answers 503 right after a deploy',
  'Run cargo fmt before cargo clippy in crates/NAME, since the linter complains about layout first',
  'NAME reads its configuration once at start, so restart it after every edit',
  'Mocks are not used in the NAME integration tests; they talk to the real database',
  'The NAME migration is slow on large tables; add the index concurrently',
  'Errors of NAME carry a code; match on the code and not on the message',
  'Use structured logging with the request id in NAME, never plain print',
  'Type checks of NAME fail on Node 18; the project needs Node NUMBER or newer',
  'Sort imports in NAME with the formatter, the linter rejects any other order',
  'Rebuild the NAME image after changing requirements.txt, or the old layer is used',
  'Locks of NAME are per process; two workers need the advisory lock in Postgres',
  'Write the NAME test first when fixing a bug, and name it after the ticket',
  'The NAME cache key must contain the locale, or users see the wrong language',
  'Public types of NAME are re-exported from index.ts; add new ones there',
  'Paths in the NAME manifest are relative to the package root, not to the file',
  'Batch inserts into NAME by NUMBER rows, since larger batches exceed the statement limit',
  'Cypress selectors for NAME use data-test attributes, never class names',
]

const NAMES = ['billing', 'search', 'orders', 'profile', 'ledger']

/** 200 lessons, each another one. */
export const BENIGN_LESSONS: readonly string[] = TEMPLATES.flatMap((template, row) =>
  NAMES.map((name, at) =>
    template
      .replaceAll('NAME_URL', `${name.toUpperCase()}_URL`)
      .replaceAll('NAME', name)
      .replaceAll('NUMBER', String(20 + ((row * 7 + at * 13) % 70))),
  ),
)
