/** The purpose of a command, and the words that patterns use for it. */
export interface CommandKind {
  readonly tags: readonly string[]
  /** Programs with only this purpose. */
  readonly programs: readonly string[]
  /** Tasks of a runner: `npm run build`, `cargo test`, `make lint`. */
  readonly tasks: readonly string[]
}

/** Tags of a hand-written script: `node scripts/release.js`, `./install.sh`. */
export const SCRIPT_TAGS: readonly string[] = ['code', 'script', 'scripts']

const words = (text: string) => (text === '' ? [] : text.split(' '))
const kind = (tags: string, programs: string, tasks: string): CommandKind => ({
  tags: words(tags),
  programs: words(programs),
  tasks: words(tasks),
})

export const COMMAND_KINDS: readonly CommandKind[] = [
  kind(
    'build builds building compile compiler bundle',
    'cmake ninja gcc g++ clang javac rustc tsc webpack vite rollup esbuild tsup bazel gradle gradlew mvn msbuild make',
    'build compile bundle package dist',
  ),
  kind(
    'test tests testing fixture fixtures mock mocks coverage',
    'pytest jest vitest mocha ava tap ctest rspec phpunit playwright cypress karma tox nox gotestsum',
    'test tests spec e2e coverage',
  ),
  kind(
    'validation validate lint linter format code',
    'eslint biome prettier oxlint stylelint ruff flake8 pylint mypy pyright black isort shellcheck golangci-lint clippy rubocop tsc',
    'validate validation lint check typecheck format fmt clippy vet',
  ),
  kind(
    'python pip pytest',
    'python python2 python3 pip pip3 pytest poetry uv pipenv pdm hatch tox nox ruff mypy pyright flake8 pylint black isort alembic',
    'pytest mypy ruff',
  ),
  kind(SCRIPT_TAGS.join(' '), 'node deno bun ts-node ruby php perl java python python3', ''),
  kind(
    'cli command commands',
    'gh glab aws gcloud az heroku kubectl helm terraform vercel netlify flyctl claude codex gemini',
    'cli',
  ),
  kind('monorepo workspace workspaces', 'turbo nx lerna rush moon bazel', 'workspace workspaces'),
  kind('turborepo', 'turbo', ''),
  kind(
    'dependency dependencies install lockfile package packages',
    'pip pip3',
    'install add ci update upgrade lock sync',
  ),
  kind(
    'database sql query schema migration migrations',
    'psql mysql sqlite3 prisma alembic knex flyway liquibase mongosh',
    'migrate migration migrations db',
  ),
  kind(
    'deploy deployment docker container',
    'docker podman kubectl helm terraform vercel netlify flyctl',
    'deploy release publish',
  ),
]

/** Programs whose first words name the task. */
export const RUNNERS: ReadonlySet<string> = new Set(
  words(
    'npm pnpm yarn bun deno make just task rake turbo nx lerna cargo go mvn gradle gradlew dotnet uv poetry pipenv pdm hatch composer mix bundle swift flutter dart mise tox nox rye pixi invoke moon',
  ),
)

/** Words after which a runner names another program: `poetry run pytest`, `pnpm exec vitest`, `python -m mypy`. */
export const STARTS_PROGRAM: ReadonlySet<string> = new Set(['run', 'exec', 'dlx', 'x', '-m'])

/** Options that make a package runner work on many packages. */
export const MANY_PACKAGES: ReadonlySet<string> = new Set(
  '-r -w --recursive --filter --workspace --workspaces --workspace-root'.split(' '),
)
