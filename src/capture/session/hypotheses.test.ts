import { describe, expect, it } from 'vitest'
import { growthProblem, repeated } from '../../../fuzz/growth.ts'
import { edited, type LivedStep, prompt, ran, sessionFacts } from '../../../test/worlds/session.ts'
import { hypothesesIn, tellTaleOf } from './hypotheses.ts'
import { checkInWords } from './lesson-followed.ts'
import { stepsOf } from './session.ts'

const found = (steps: LivedStep[], worded: number[] = [], lesson = '') =>
  hypothesesIn(
    stepsOf(sessionFacts(steps)),
    worded.map((at) => ({ at, lesson })),
  ).map(({ as, lesson }) => `${as}: ${lesson}`)
const ask = prompt('Make the login work')
const MISSING = "Error: Cannot find module '../dist/index.js'"

describe('error and fix', () => {
  it('a command that has to run first', () => {
    expect(found([ask, ran('npm test 2>&1 | tail', 'failed', MISSING), ran('npm run build'), ran('npm test')])).toEqual(
      [
        `error-fix: Run \`npm run build\` before \`npm test\`, which otherwise fails with "Cannot find module '../dist/index.js'".`,
      ],
    )
  })

  it('nothing that the agent has put into words itself', () => {
    const steps = [ask, ran('npm test', 'failed', MISSING), ran('npm run build'), ran('npm test')]
    expect(found(steps, [9e15], 'Run npm run build before npm test, since the tests load dist.')).toEqual([])
    expect(found(steps, [9e15], 'Run npm run lint before npm test, since it is faster.')).toHaveLength(1)
  })

  it('a service that has to be up, though code was changed in between', () => {
    const refused = 'Error: connect ECONNREFUSED 127.0.0.1:5432'
    const steps = [
      ask,
      ran('npm test', 'failed', refused),
      edited('src/a.ts'),
      ran('docker compose up -d db'),
      ran('npm test'),
    ]
    expect(found(steps)).toEqual([
      `error-fix: Run \`docker compose up -d db\` before \`npm test\`, which otherwise fails with "connect ECONNREFUSED :5432".`,
    ])
  })

  it('nothing that had been run before it failed', () => {
    const steps = [ask, ran('npm run build'), ran('npm test', 'failed', MISSING), ran('npm run build'), ran('npm test')]
    expect(found(steps)).toEqual([])
  })

  it('nothing where a changed file may have fixed it as well', () => {
    const steps = [
      ask,
      ran('npm test', 'failed', MISSING),
      edited('.gitattributes'),
      ran('npm run build'),
      ran('npm test'),
    ]
    expect(found(steps)).toEqual([])
  })

  it('no other action of the same program', () => {
    const refused = 'error: failed to push some refs to origin'
    const steps = [ask, ran('git push', 'failed', refused), ran('git pull --rebase'), ran('git push')]
    expect(found(steps)).toEqual([])
  })

  it('no question that was put in other words', () => {
    const table = 'Error: in prepare, no such table: shop'
    const steps = [
      ask,
      ran('sqlite3 dev.db "select count(*) from shop"', 'failed', table),
      ran('sqlite3 dev.db "select count(*) from shops"'),
    ]
    expect(found(steps)).toEqual([])
  })

  it('another form of the command, without the number of the day', () => {
    const unknown = 'unknown flag: --short'
    const steps = [ask, ran('gh issue view 412 --short', 'failed', unknown), ran('gh issue view 412 --json title')]
    const [lesson] = found(steps)
    expect(lesson).toContain('Use `gh issue view --json title`, not `gh issue view --short`')
  })

  it('another form of the command', () => {
    const steps = [ask, ran('pytest', 'failed', 'bash: pytest: command not found'), ran('uv run pytest')]
    expect(found(steps)).toEqual([
      'error-fix: Use `uv run pytest`, not `pytest`, which fails here with "pytest: command not found".',
    ])
  })

  it('another package manager, which is no word spelt wrong', () => {
    const refused = 'npm error Unsupported URL Type "workspace:": workspace:*'
    const steps = [ask, ran('npm install', 'failed', refused), ran('pnpm install')]
    expect(found(steps)).toEqual([expect.stringMatching(/^error-fix: Use `pnpm install`, not `npm install`/)])
  })

  it('a variant that passed is used instead, never run before the other', () => {
    const steps = [
      ask,
      ran('npm run bundle', 'failed', 'Error: cache entry is corrupt, cannot find module entry.js'),
      ran('npm run bundle -- --no-cache'),
    ]
    expect(found(steps)).toEqual([
      expect.stringMatching(/^error-fix: Use `npm run bundle -- --no-cache`, not `npm run bundle`/),
    ])
  })

  it('the one action in between, whatever it is called', () => {
    const failure = 'CMake Error at CMakeLists.txt:21 (add_subdirectory):'
    const steps = [
      ask,
      ran('cmake -S . -B build', 'failed', failure),
      ran('cat .gitmodules'),
      ran('git submodule update --init'),
      ran('cmake -S . -B build'),
    ]
    expect(found(steps)).toEqual([
      `error-fix: Run \`git submodule update --init\` before \`cmake -S . -B build\`, which otherwise fails with "CMake error in CMakeLists.txt".`,
    ])
    expect(found([ask, steps[1]!, ran('make tools'), ...steps.slice(3)])).toEqual([])
  })

  it.each<[string, LivedStep[]]>([
    [
      'a word spelt right',
      [
        ran('pytest --cov-reprot=term', 'failed', 'error: unrecognized arguments: --cov-reprot=term'),
        ran('pytest --cov-report=term'),
      ],
    ],
    ['a program spelt right', [ran('gti status -s', 'failed', 'bash: gti: command not found'), ran('git status -s')]],
    [
      'asking for less',
      [
        ran('composer require a/b', 'failed', 'Fatal: requirements could not be resolved'),
        ran('composer require a/b --ignore-platform-reqs'),
      ],
    ],
    [
      'a rule that was switched off',
      [
        ran('npm run lint', 'failed', 'Error: Cannot find module eslint-plugin-a'),
        edited('.eslintrc.cjs', { added: "'a/b': 'off'," }),
        ran('npm run lint'),
      ],
    ],
    [
      'code that was fixed',
      [ran('npm test', 'failed', 'AssertionError: expected 1 to be 2'), edited('src/a.ts'), ran('npm test')],
    ],
    ['a test that passes by itself the second time', [ran('npm test', 'failed', MISSING), ran('npm test')]],
    [
      'looking around in between',
      [ran('npm test', 'failed', MISSING), ran('cat package.json'), ran('git status'), ran('npm test')],
    ],
    ['a narrower run', [ran('npm test', 'failed', '1 failed'), ran('npm test -- src/a.test.ts')]],
    [
      'dependencies that were simply not there',
      [ran('npm test', 'failed', "Cannot find module 'zod'"), ran('npm install zod'), ran('npm test')],
    ],
    [
      'a search that finds nothing',
      [
        ran('grep -r foo src', 'failed', 'grep: src: No such file or directory'),
        ran('npm run build'),
        ran('grep -r foo src'),
      ],
    ],
    [
      'what never passed',
      [ran('npm test', 'failed', MISSING), ran('npm run build'), ran('npm test', 'failed', MISSING)],
    ],
  ])('%s is no lesson', (_, steps) => {
    expect(found([ask, ...steps])).toEqual([])
  })
})

describe('what a person says is to last', () => {
  const saidLater = (text: string) => found([ask, edited('src/a.ts'), prompt(text)])
  const denied = (words: string) =>
    found([
      ask,
      ran(
        'git push',
        'denied',
        `The user doesn't want to proceed. To tell you how to proceed, the user said:\n${words}`,
      ),
    ])

  it('is kept in their words, without what is around it', () => {
    expect(saidLater('Nice. Never push without asking me first. Then fix the header.')).toEqual([
      'correction: Never push without asking me first.',
    ])
    expect(denied('never push without asking me first')).toEqual(['denied: Never push without asking me first.'])
  })

  it('is nothing where it is a question, or pasted', () => {
    expect(saidLater('should we never push without asking?')).toEqual([])
    expect(saidLater('```\nnever push without asking me first\n```')).toEqual([])
    expect(saidLater('2026-01-05 12:00 ERROR never push without asking me first')).toEqual([])
    expect(denied('what is this for?')).toEqual([])
  })

  it('is nothing once the agent has worded a lesson itself', () => {
    const steps = [ask, edited('src/a.ts'), prompt('never push without asking me first'), edited('src/b.ts')]
    const at = stepsOf(sessionFacts(steps)).at(-1)!.at
    expect(found(steps)).toHaveLength(1)
    expect(found(steps, [at])).toEqual([])
  })

  it('is nothing where it holds a secret', () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4)}`
    expect(saidLater(`Always use ${token} for the tests`)).toEqual([])
  })
})

it('keeps at most five, what people said first', () => {
  const corrected = Array.from({ length: 7 }, (_, n) => [
    edited('src/a.ts'),
    prompt(`We never use tool${n} for job${n} in module${n}`),
  ]).flat()
  const lessons = found([ask, ...corrected, edited('src/a.ts')])
  expect(lessons).toHaveLength(5)
  expect(lessons.every((lesson) => lesson.startsWith('correction'))).toBe(true)
})

describe('a long session', () => {
  const MANY: Readonly<Record<string, (line: string, at: number) => LivedStep>> = {
    prompts: (line) => prompt(`We never use ${line}`),
    edits: (_line, at) => edited(`src/${at}.ts`, { added: `a${at}`, removed: `b${at}` }),
    'commands that fail, each another': (_line, at) => ran(`npm run job${at}`, 'failed', MISSING),
    'refused commands': (_line, at) => ran(`npm run job${at}`, 'denied'),
  }

  it.each(Object.keys(MANY))('takes work in proportion to its length, of %s', async (kind) => {
    const check = (text: string) => found(text.split('\n').map((line, at) => MANY[kind]!(line, at)))
    expect(await growthProblem({ check }, repeated('tool\n'), 32_768)).toBeUndefined()
  })

  it('knows a command again that passes some steps later, and not one that passes after hundreds', () => {
    const between = (n: number) => Array.from({ length: n }, () => ran('git status'))
    const lived = (n: number) => [
      ask,
      ran('npm test', 'failed', MISSING),
      ran('npm run build'),
      ...between(n),
      ran('npm test'),
    ]
    expect(found(lived(50))).toHaveLength(1)
    expect(found(lived(500))).toEqual([])
  })
})

describe('what would show that the mistake came back', () => {
  const tellTale = (lesson: string, steps: LivedStep[]) => {
    const check = tellTaleOf(lesson, stepsOf(sessionFacts(steps)))
    return check === undefined ? undefined : checkInWords(check)
  }
  const refused = 'The user said: we never publish from here'

  it('the lint rule that a lesson names, and that a linter had printed', () => {
    const steps = [ask, ran('npm run lint', 'failed', '  3:1  error  Unexpected console  no-console')]
    const lesson = 'Leave no console calls in the code: the linter here enforces `no-console`.'
    expect(tellTale(lesson, steps)).toBe('npm run lint without "no-console"')
    expect(tellTale('The linter here enforces `no-var`.', steps)).toBeUndefined()
    const byRunner = [ask, ran('mise run lint', 'failed', '  3:1  error  Unexpected console  no-console')]
    expect(tellTale(lesson, byRunner)).toBe('mise run lint without "no-console"')
  })

  const cured = [ask, ran('npm test', 'failed', MISSING), ran('npm run build'), ran('npm test')]
  const sign = `npm test without "Cannot find module '../dist/index.js'"`
  it.each([
    ['Run `npm run build` before `npm test`, which otherwise fails', sign],
    ['The tests need the build first, or a module in dist is missing', sign],
    ['Use pnpm, not npm, in this repository', undefined],
    ['Answer in English whatever the language of the question', undefined],
  ])('the failure that was cured: %s', (lesson, expected) => {
    expect(tellTale(lesson, cured)).toBe(expected)
  })

  it('the command or the change that a person refused', () => {
    const lesson = 'Releases are made by the pipeline'
    const denied = (command: string) => [ask, ran(command, 'denied', refused)]
    expect(tellTale(lesson, denied('npm publish'))).toBe('not npm publish when npm runs')
    expect(tellTale(lesson, denied('cd /app && git push origin main'))).toBe(
      'not git push origin main when git push runs',
    )
    expect(tellTale(lesson, denied('npm publish --access public'))).toBe('not npm publish when npm runs')
    expect(tellTale('Publish to the beta tag alone', denied('npm publish --tag beta'))).toBe(
      'not npm publish --tag beta when npm publish runs',
    )
    const change = { added: "import moment from 'moment'", ended: 'denied', output: refused } as const
    expect(tellTale('Dates are formatted by our own helper', [ask, edited('src/dates.ts', change)])).toBe(
      `no "import moment from 'moment'" in src/dates.ts`,
    )
  })

  it.each([
    ['python -m pytest tests/ -q', 'alembic upgrade head', 'pytest'],
    ['go test ./internal/db -run TestA', 'sqlc generate', 'go test'],
    ['cd api && npm run test:unit -- a', 'npm run build', 'npm run test:unit'],
  ])('the program and the task that failed, without what one run was narrowed to: %s', (command, fix, plain) => {
    const steps = [ask, ran(command, 'failed', 'error: no such table: parcels'), ran(fix), ran(command)]
    expect(tellTale('The tests end in no such table parcels on a new database', steps)).toBe(
      `${plain} without "no such table: parcels"`,
    )
  })

  it('an error that quotes a name is quoted in other quotes', () => {
    const lesson = 'Run `npm run migrate` before `npm test`'
    const output = 'error: relation "parcels" does not exist'
    const steps = [ask, ran('npm test', 'failed', output), ran('npm run migrate'), ran('npm test')]
    expect(tellTale(lesson, steps)).toBe(`npm test without "relation 'parcels' does not exist"`)
    expect(found(steps)[0]).toContain(`fails with "relation 'parcels' does not exist".`)
  })

  it("a compiler's code that the lesson names", () => {
    const output = "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'."
    const steps = [ask, ran('npx tsc --noEmit', 'failed', output), edited('src/a.ts')]
    expect(tellTale('Prices are numbers: a string gives TS2322', steps)).toBe('tsc without "TS2322"')
    expect(tellTale('Prices are numbers, never strings', steps)).toBeUndefined()
    const rust = 'error[E0433]: failed to resolve: use of undeclared crate or module `serde`'
    expect(tellTale('E0433: add the crate to Cargo.toml', [ask, ran('cargo build', 'failed', rust)])).toBe(
      'cargo build without "E0433"',
    )
  })

  it('the command whose option a person corrected', () => {
    const steps = [ask, ran('npm install left-pad'), prompt('no, always pass `--save-exact` please')]
    expect(tellTale('Always pass `--save-exact`', steps)).toBe('npm install --save-exact instead of npm install')
    const said = 'Always pass --runInBand, the database is shared'
    expect(tellTale(said, [ask, ran('npx jest src'), prompt(said)])).toBe('jest --runInBand instead of jest')
  })

  it('nothing for what was said about other work', () => {
    const steps = [ask, ran('npm test'), prompt('please always answer in English from now on')]
    expect(tellTale('Always answer in English', steps)).toBeUndefined()
  })
})
