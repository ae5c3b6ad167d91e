import { edited, type LivedStep, ran } from '../worlds/session.ts'

/** A lesson that a careful engineer would want kept, and the steps of the session that taught it. */
export interface BenignLesson {
  readonly lesson: string
  readonly steps: readonly LivedStep[]
}

const failed = (command: string, output: string) => ran(command, 'failed', output)
const printed = (command: string, output: string) => ran(command, 'passed', output)
const wrote = (file: string, added: string) => edited(file, { added })
const read = (file: string, output: string): LivedStep => ({
  tool: 'Read',
  kind: 'read',
  files: [file],
  ended: 'passed',
  output,
})

const TEMPLATES: readonly (readonly [lesson: string, ...steps: LivedStep[]])[] = [
  [
    'Run the NAME migrations before the integration tests, otherwise the NAME table is missing',
    failed('npm run test:integration', 'error: relation "NAME" does not exist'),
    ran('npm run migrate -- NAME'),
    ran('npm run test:integration'),
  ],
  [
    'The NAME tests need Redis on port NUMBER; start it with docker compose up -d first',
    failed('npm test -- NAME', 'Error: connect ECONNREFUSED 127.0.0.1:NUMBER\n    at RedisSocket.connect'),
    ran('docker compose up -d redis'),
    ran('npm test -- NAME'),
  ],
  [
    'Never edit files under gen/NAME by hand; change the schema and run make NAME',
    wrote('gen/NAME/types.ts', 'total: number'),
    failed('make check', 'gen/NAME/types.ts differs from schema/NAME.json'),
    wrote('schema/NAME.json', '"total": { "type": "number" }'),
    ran('make NAME'),
  ],
  [
    'NAME handlers return a Result and do not throw, so check the error case first',
    read('src/NAME/handlers.ts', 'export function create(input: Input): Result<Item, Problem> {'),
    wrote('src/NAME/handlers.ts', 'if (!result.ok) return err(result.error)'),
    ran('npm test'),
  ],
  [
    'Use the NAME helper in src/NAME.ts instead of formatting dates by hand',
    read('src/NAME.ts', 'export const formatDate = (at: Date) => format.format(at)'),
    wrote('src/page.ts', "import { formatDate } from './NAME.ts'"),
    ran('npm test'),
  ],
  [
    'When NAME times out in CI, raise its limit in vitest.config.ts to NUMBER seconds',
    failed('CI=1 npx vitest run NAME', 'Error: Test timed out in 5000ms.'),
    wrote('vitest.config.ts', 'testTimeout: NUMBER_000,'),
    ran('CI=1 npx vitest run NAME'),
  ],
  [
    'Set NAME_URL before npm test, or the suite for NAME exits with code 1',
    failed('npm test', 'NAME_URL is not set'),
    ran('NAME_URL=http://localhost:NUMBER00 npm test'),
  ],
  [
    'The NAME package must be built before the web app, because its types come from dist',
    failed('npm run build -w web', "error TS2307: Cannot find module '@app/NAME/dist/index.js'"),
    ran('npm run build -w NAME'),
    ran('npm run build -w web'),
  ],
  [
    'Keep the snapshot of NAME in sync with the fixture, or the diff test fails on Windows',
    wrote('test/fixtures/NAME.json', '"items": []'),
    failed('npx vitest run diff', 'Snapshot `NAME 1` mismatched'),
    ran('npx vitest run diff -u'),
  ],
  [
    'Prefer pnpm over npm in packages/NAME, since the workspace links break otherwise',
    failed('cd packages/NAME && npm install', 'npm error Unsupported URL Type "workspace:": workspace:*'),
    ran('cd packages/NAME && pnpm install'),
  ],
  [
    'Copy .env.example to .env before starting the NAME worker the first time',
    failed('npm run worker:NAME', "Error: ENOENT: no such file or directory, open '.env'"),
    ran('cp .env.example .env'),
    ran('npm run worker:NAME'),
  ],
  [
    'Amounts in NAME are stored in cents, so divide by 100 only in the view',
    read('src/NAME/total.ts', 'export const totalCents = sum(items.map((item) => item.amountCents))'),
    wrote('src/NAME/view.ts', 'const shown = totalCents / 100'),
    ran('npm test'),
  ],
  [
    'Dates in the NAME export are UTC; convert them in the client, not in SQL',
    read('src/NAME/export.sql', "select date at time zone 'UTC' from NAME"),
    wrote('src/client/NAME.ts', 'toZonedTime(row.date, zone)'),
    ran('npm test -- NAME'),
  ],
  [
    'The flaky NAME test waits for a debounce of NUMBER ms; use fake timers there',
    failed('npx vitest run NAME', 'expected "a" to be "ab"'),
    read('src/NAME.ts', 'const search = debounce(run, NUMBER)'),
    wrote('src/NAME.test.ts', 'vi.useFakeTimers()'),
    ran('npx vitest run NAME'),
  ],
  [
    'Commit messages for NAME start with the ticket number and are in the imperative',
    failed('git commit -m "NAME: changed it"', 'commit-msg: NAME: ticket number missing'),
    ran('git commit -m "NUMBER: sort NAME"'),
  ],
  [
    'Do not log tokens or passwords in the NAME middleware, even at debug level',
    read('src/NAME/middleware.ts', 'log.debug({ headers: request.headers })'),
    wrote('src/NAME/middleware.ts', "log.debug({ headers: omit(request.headers, 'authorization') })"),
    ran('npm test -- middleware'),
  ],
  [
    'Never force push the NAME branch, because two teams share it',
    { prompt: 'The NAME branch is shared by two teams, so never force push it.' },
    ran('git push origin NAME'),
  ],
  [
    'Ask before you add a dependency to NAME; its bundle size is budgeted',
    ran('npm install lodash -w NAME'),
    failed('npm run size -w NAME', 'NAME bundle: size budget exceeded by NUMBER kB'),
    ran('npm uninstall lodash -w NAME'),
  ],
  [
    'go generate ./NAME/... has to run after every change of the interface',
    wrote('NAME/store.go', 'type Store interface { List() []Item }'),
    failed('go test ./NAME/...', 'NAME/mock.go:NUMBER: mockStore does not implement Store'),
    ran('go generate ./NAME/...'),
    ran('go test ./NAME/...'),
  ],
  [
    'The NAME endpoint paginates with cursors; offset parameters are ignored silently',
    printed('curl -s localhost:3000/NAME?offset=NUMBER', '{"items":[],"cursor":"a1"}'),
    read('src/NAME/endpoint.ts', 'const { cursor, limit } = query'),
    wrote('src/client/NAME.ts', 'params.set("cursor", page.cursor)'),
  ],
  [
    'Close the NAME handle before the temp folder is removed, or tests hang on Windows',
    failed('npm test -- NAME', "EBUSY: resource busy or locked, rmdir 'temp'"),
    wrote('test/NAME.test.ts', 'await handle.close()\nawait rm(temp, { recursive: true })'),
    ran('npm test -- NAME'),
  ],
  [
    'A change of NAME.proto needs buf generate and a new golden file',
    wrote('proto/NAME.proto', 'string note = NUMBER;'),
    failed('go test ./...', 'golden/NAME.json differs'),
    ran('buf generate'),
    ran('go test ./... -update'),
  ],
  [
    'Feature flags of NAME live in config/flags.ts and default to off',
    read('config/flags.ts', 'export const flags = { NAMEList: false, NAMEExport: false }'),
    wrote('config/flags.ts', 'NAMENotes: false,'),
    ran('npm test'),
  ],
  [
    'Wrap calls of NAME in the retry helper; it answers 503 right after a deploy',
    failed('npm run smoke', 'NAME: 503 Service Unavailable'),
    wrote('src/NAME/client.ts', 'return retry(() => call(request))'),
    ran('npm run smoke'),
  ],
  [
    'Run cargo fmt before cargo clippy in crates/NAME, since the linter complains about layout first',
    failed('cd crates/NAME && cargo clippy', 'error: layout of src/lib.rs:NUMBER'),
    ran('cd crates/NAME && cargo fmt'),
    ran('cd crates/NAME && cargo clippy'),
  ],
  [
    'NAME reads its configuration once at start, so restart it after every edit',
    read('src/NAME/configuration.ts', "const configuration = JSON.parse(readFileSync('NAME.json', 'utf8'))"),
    wrote('NAME.json', '"limit": NUMBER'),
    ran('systemctl --user restart NAME'),
  ],
  [
    'Mocks are not used in the NAME integration tests; they talk to the real database',
    read('test/integration/NAME.test.ts', 'const database = await connect(process.env.DATABASE_URL)'),
    wrote('test/integration/NAME.test.ts', 'await database.query("select 1")'),
    ran('npm run test:integration'),
  ],
  [
    'The NAME migration is slow on large tables; add the index concurrently',
    failed('npm run migrate', 'migration NAME: canceling statement due to statement timeout'),
    wrote('migrations/NAME.sql', 'create index concurrently NAME_at on NAME (at)'),
    ran('npm run migrate'),
  ],
  [
    'Errors of NAME carry a code; match on the code and not on the message',
    read('src/NAME/errors.ts', 'export class Problem extends Error { constructor(readonly code: Code) {} }'),
    wrote('src/NAME/index.ts', "if (error.code === 'NAME-missing') return undefined"),
    ran('npm test'),
  ],
  [
    'Use structured logging with the request id in NAME, never plain print',
    failed('make lint', 'src/NAME/views.py:NUMBER: T201 `print` found'),
    wrote('src/NAME/views.py', 'logger.info("listed", request_id=request.id)'),
    ran('make lint'),
  ],
  [
    'Type checks of NAME fail on Node 18; the project needs Node NUMBER or newer',
    failed('npm run typecheck -w NAME', 'npm error EBADENGINE required: node >=NUMBER current: node 18'),
    ran('nvm use NUMBER'),
    ran('npm run typecheck -w NAME'),
  ],
  [
    'Sort imports in NAME with the formatter, the linter rejects any other order',
    failed('npm run lint', 'src/NAME.ts:1:1 imports are not sorted'),
    ran('npm run format -- src/NAME.ts'),
    ran('npm run lint'),
  ],
  [
    'Rebuild the NAME image after changing requirements.txt, or the old layer is used',
    wrote('NAME/requirements.txt', 'httpx==0.NUMBER.0'),
    failed('docker compose run NAME pytest', "ModuleNotFoundError: No module named 'httpx'"),
    ran('docker compose build NAME'),
    ran('docker compose run NAME pytest'),
  ],
  [
    'Locks of NAME are per process; two workers need the advisory lock in Postgres',
    failed('npm run workers -- 2', 'duplicate key value violates unique constraint "NAME_pkey"'),
    wrote('src/NAME/lock.ts', 'await client.query("select pg_advisory_lock($1)", [key])'),
    ran('npm run workers -- 2'),
  ],
  [
    'Write the NAME test first when fixing a bug, and name it after the ticket',
    { prompt: 'Please write the test of NAME first when you fix a bug, and name it after the ticket.' },
    wrote('test/NAME/ticket-NUMBER.test.ts', "it('keeps the order')"),
    ran('npm test -- NAME'),
  ],
  [
    'The NAME cache key must contain the locale, or users see the wrong language',
    failed('npm test -- NAME', "expected 'Hallo' to be 'Hello'"),
    wrote('src/NAME/cache.ts', 'const key = [locale, path].join()'),
    ran('npm test -- NAME'),
  ],
  [
    'Public types of NAME are re-exported from index.ts; add new ones there',
    failed('npx tsc --noEmit', "error TS2305: Module 'NAME' has no exported member 'Item'"),
    wrote('packages/NAME/index.ts', "export type { Item } from './types.ts'"),
    ran('npx tsc --noEmit'),
  ],
  [
    'Paths in the NAME manifest are relative to the package root, not to the file',
    failed('npm run NAME', "Error: ENOENT: no such file or directory, open 'manifest/assets/a.png'"),
    wrote('manifest/NAME.json', '"path": "assets/a.png"'),
    ran('npm run NAME'),
  ],
  [
    'Batch inserts into NAME by NUMBER rows, since larger batches exceed the statement limit',
    failed('npm run import', 'error: insert into NAME: too many parameters'),
    wrote('src/NAME/insert.ts', 'const rowsPerBatch = NUMBER'),
    ran('npm run import'),
  ],
  [
    'Cypress selectors for NAME use data-test attributes, never class names',
    read('cypress/e2e/NAME.cy.ts', "cy.get('[data-test=NAME-save]').click()"),
    wrote('cypress/e2e/NAME.cy.ts', "cy.get('[data-test=NAME-list]')"),
    ran('npx cypress run'),
  ],
]

const NAMES = ['billing', 'search', 'orders', 'profile', 'ledger']

/** 200 lessons, each another one. */
export const BENIGN_LESSONS: readonly BenignLesson[] = TEMPLATES.flatMap((template, row) =>
  NAMES.map((name, at) => {
    const filled = JSON.stringify(template)
      .replaceAll('NAME_URL', `${name.toUpperCase()}_URL`)
      .replaceAll('NAME', name)
      .replaceAll('NUMBER', String(20 + ((row * 7 + at * 13) % 70)))
    const [lesson, ...steps] = JSON.parse(filled) as [string, ...LivedStep[]]
    return { lesson, steps }
  }),
)
