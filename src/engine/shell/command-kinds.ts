/** What a command does, and the words by which patterns speak of it. */
export interface CommandKind {
  readonly tags: readonly string[]
  /** Programs that do nothing else. */
  readonly programs: readonly string[]
  /** What a runner is told to do: `npm run build`, `cargo test`, `make lint`. */
  readonly tasks: readonly string[]
}

/** What runs is written by hand: `node scripts/release.js`, `./install.sh`. */
export const SCRIPT_TAGS: readonly string[] = ['code', 'script', 'scripts']

const words = (text: string) => text.split(' ')

export const COMMAND_KINDS: readonly CommandKind[] = [
  {
    tags: ['build', 'builds', 'building', 'compile', 'compiler', 'bundle'],
    programs: words(
      'cmake ninja gcc g++ clang javac rustc tsc webpack vite rollup esbuild tsup bazel gradle gradlew mvn msbuild make',
    ),
    tasks: ['build', 'compile', 'bundle', 'package', 'dist'],
  },
  {
    tags: ['test', 'tests', 'testing', 'fixture', 'fixtures', 'mock', 'mocks', 'coverage'],
    programs: words(
      'pytest jest vitest mocha ava tap ctest rspec phpunit playwright cypress karma tox nox gotestsum',
    ),
    tasks: ['test', 'tests', 'spec', 'e2e', 'coverage'],
  },
  {
    tags: ['validation', 'validate', 'lint', 'linter', 'format', 'code'],
    programs: words(
      'eslint biome prettier oxlint stylelint ruff flake8 pylint mypy pyright black isort shellcheck golangci-lint clippy rubocop tsc',
    ),
    tasks: ['validate', 'validation', 'lint', 'check', 'typecheck', 'format', 'fmt', 'clippy', 'vet'],
  },
  {
    tags: ['python', 'pip', 'pytest'],
    programs: words(
      'python python2 python3 pip pip3 pytest poetry uv pipenv pdm hatch tox nox ruff mypy pyright flake8 pylint black isort alembic',
    ),
    tasks: ['pytest', 'mypy', 'ruff'],
  },
  {
    tags: SCRIPT_TAGS,
    programs: ['node', 'deno', 'bun', 'ts-node', 'ruby', 'php', 'perl', 'java', 'python', 'python3'],
    tasks: [],
  },
  {
    tags: ['cli', 'command', 'commands'],
    programs: words(
      'gh glab aws gcloud az heroku kubectl helm terraform vercel netlify flyctl claude codex gemini',
    ),
    tasks: ['cli'],
  },
  {
    tags: ['monorepo', 'workspace', 'workspaces'],
    programs: ['turbo', 'nx', 'lerna', 'rush', 'moon', 'bazel'],
    tasks: ['workspace', 'workspaces'],
  },
  { tags: ['turborepo'], programs: ['turbo'], tasks: [] },
  {
    tags: ['dependency', 'dependencies', 'install', 'lockfile', 'package', 'packages'],
    programs: ['pip', 'pip3'],
    tasks: ['install', 'add', 'ci', 'update', 'upgrade', 'lock', 'sync'],
  },
  {
    tags: ['database', 'sql', 'query', 'schema', 'migration', 'migrations'],
    programs: ['psql', 'mysql', 'sqlite3', 'prisma', 'alembic', 'knex', 'flyway', 'liquibase', 'mongosh'],
    tasks: ['migrate', 'migration', 'migrations', 'db'],
  },
  {
    tags: ['deploy', 'deployment', 'docker', 'container'],
    programs: ['docker', 'podman', 'kubectl', 'helm', 'terraform', 'vercel', 'netlify', 'flyctl'],
    tasks: ['deploy', 'release', 'publish'],
  },
]

/** Programs whose first words say what they do. */
export const RUNNERS: ReadonlySet<string> = new Set(
  words(
    'npm pnpm yarn bun deno make just task rake turbo nx lerna cargo go mvn gradle gradlew dotnet uv poetry pipenv pdm hatch composer mix bundle swift flutter dart',
  ),
)

/** Words after which a runner names another program: `poetry run pytest`, `pnpm exec vitest`, `python -m mypy`. */
export const STARTS_PROGRAM: ReadonlySet<string> = new Set(['run', 'exec', 'dlx', 'x', '-m'])

/** Options by which a package runner is told to work on many packages. */
export const MANY_PACKAGES: ReadonlySet<string> = new Set(
  '-r -w --recursive --filter --workspace --workspaces --workspace-root'.split(' '),
)
