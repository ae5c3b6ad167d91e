import { describe, expect, it } from 'vitest'
import { edited, type LivedStep, ran, sessionFacts } from '../../../test/worlds/session.ts'
import { actionsOf } from './command-match.ts'
import { checkInWords, checkOfLesson, readCheck, resultOfCheck, showsRelapse } from './lesson-followed.ts'
import { stepsOf } from './session.ts'

describe('what can be checked of a lesson', () => {
  const build = { kind: 'order', first: 'npm run build', second: 'npm test' }
  const pnpm = { kind: 'use', command: 'pnpm', insteadOf: 'npm' }
  it.each([
    ['Run `npm run build` before `npm test`', build],
    ['Run npm run build before npm test.', build],
    ['Before `npm test`, run `npm run build`', build],
    ['Never run `npm test` before `npm run build`', build],
    ['Do not run `npm test` before you run `npm run build`', build],
    ['`npm test` fails until `npm run build` has run', build],
    ['`npm test` needs `npm run build` first', build],
    ['Run `npm run build`, then `npm test`', build],
    ['`npm test` keeps failing in this repository with "no such file"; `npm run build` fixes it.', build],
    ['Run `npm run build` before `npm test`, which otherwise fails with "Cannot find module".', build],
    ['Use pnpm, not npm, in this repository', pnpm],
    ['Use `pnpm` instead of `npm`', pnpm],
    ['We use pnpm rather than npm here', pnpm],
    ['Instead of npm use pnpm', pnpm],
    ["Don't use npm; use pnpm", pnpm],
    [
      'Before a commit use `pnpm lint`, not `npm run lint`',
      { kind: 'use', command: 'pnpm lint', insteadOf: 'npm run lint' },
    ],
    ['Pass `--runInBand` to `jest`', { kind: 'use', command: 'jest --runInBand', insteadOf: 'jest' }],
    ['Never pass `--force` to `git push`', { kind: 'avoid', command: 'git push --force', unless: 'git push' }],
    ['Never run `git push --force`', { kind: 'avoid', command: 'git push --force', unless: 'git push' }],
    ['Do not run `docker compose down` here', { kind: 'avoid', command: 'docker compose down' }],
    ['Run the tests of this repository with `go test ./...`.', { kind: 'use', command: 'go test ./...' }],
    [
      'Edit `api/schema.graphql`, not `src/generated/api.ts`',
      { kind: 'file', path: 'api/schema.graphql', insteadOf: 'src/generated/api.ts' },
    ],
    ['Do not edit `dist/`', { kind: 'file', path: 'dist/', avoid: true }],
    [
      'When `npm test` fails with "stale", look at `vite.config.ts`.',
      { kind: 'file', path: 'vite.config.ts', after: 'npm test' },
    ],
  ])('%s', (lesson, check) => {
    expect(checkOfLesson(lesson)).toEqual(check)
  })

  it.each([
    'Always close the database handle before the temp folder is removed',
    'Check the expiry of tokens before calls to the API',
    'Use `dayjs` for dates',
    'Make sure to go through the tests',
    'The npm package of the parser is broken on Windows',
    'Prefer early returns over nested conditions',
  ])('nothing: %s', (lesson) => {
    expect(checkOfLesson(lesson)).toBeUndefined()
  })
})

function shows(lesson: string, steps: readonly LivedStep[], since?: number) {
  return showsOf(checkOfLesson(lesson)!, steps, since)
}

function showsOf(check: NonNullable<ReturnType<typeof readCheck>>, steps: readonly LivedStep[], since?: number) {
  const found = resultOfCheck(check, actionsOf(stepsOf(sessionFacts(steps))), since)
  return found === undefined ? 'not applicable' : `${found.result}${found.relapsed ? ', relapsed' : ''}`
}

describe('what a session shows of a lesson', () => {
  const ORDER = 'Run `npm run build` before `npm test`'
  it.each<[string, LivedStep[]]>([
    ['followed', [ran('npm run build'), ran('npm test')]],
    ['followed', [ran('cd /app && npm run build && npm test 2>&1 | tail -5')]],
    ['followed', [ran('npm run build'), edited('a.ts'), ran('npm test -- a.test.ts'), ran('npm test')]],
    ['ignored, relapsed', [ran('npm test', 'failed'), ran('npm run build'), ran('npm test')]],
    ['ignored, relapsed', [ran('npm run build', 'failed'), ran('npm test')]],
    ['not applicable', [ran('npm run build'), edited('a.ts')]],
    ['not applicable', [ran('npm install test'), ran('npm run build'), ran('echo "npm test"')]],
  ])('an order is %s', (shown, steps) => {
    expect(shows(ORDER, steps)).toBe(shown)
  })

  it.each([
    'cd packages/a && npm test',
    'NODE_ENV=test npm run test -- a.test.ts',
    'env CI=1 timeout 60 npm t',
    'npm --prefix packages/a test',
    'npm -w packages/a test',
    `bash -lc "cd a && npm test"`,
    'git add -A && "npm" \'test\'',
  ])('knows a command again in other words: %s', (command) => {
    expect(shows(ORDER, [ran(command)])).toBe('ignored, relapsed')
  })

  it.each([
    'grep -rn "npm test" .',
    'git commit -m "run npm test"',
    'cat <<EOF > a.sh\nnpm test\nEOF',
    'npm test --help',
    'npm run test:e2e',
  ])('takes no other command for it: %s', (command) => {
    expect(shows(ORDER, [ran(command)])).toBe('not applicable')
  })

  const CHOICE = 'Use pnpm, not npm'
  it.each<[string, LivedStep[]]>([
    ['followed', [ran('pnpm install'), ran('pnpm test')]],
    ['ignored, relapsed', [ran('npm install'), ran('pnpm test')]],
    ['followed, relapsed', [ran('pnpm install'), ran('npm test')]],
    ['not applicable', [ran('npm ls'), ran('cargo test')]],
    ['not applicable', [edited('a.ts')]],
  ])('a choice is %s', (shown, steps) => {
    expect(shows(CHOICE, steps)).toBe(shown)
  })

  it('an option is looked for on its command', () => {
    expect(shows('Pass `--runInBand` to `jest`', [ran('npx jest --runInBand a')])).toBe('followed')
    expect(shows('Pass `--runInBand` to `jest`', [ran('npx jest a')])).toBe('ignored, relapsed')
    expect(shows('Never run `git push --force`', [ran('git push origin main')])).toBe('followed')
    expect(shows('Never run `git push --force`', [ran('git push --force', 'denied')])).toBe('ignored, relapsed')
    expect(shows('Never run `git push --force`', [ran('git commit -m x')])).toBe('not applicable')
    for (const command of ['git push origin main -f', 'git -C /app push --force', 'git pull && git push -f'])
      expect(shows('Never run `git push --force`', [ran(command)])).toBe('ignored, relapsed')
    expect(shows('Never run `git push --force`', [ran('git push --force-with-lease')])).toBe('followed')
    expect(shows('Always pass --runInBand to jest', [ran('npx jest src --runInBand')])).toBe('followed')
    expect(shows('Always pass --runInBand to jest', [ran('npx jest -i src')])).toBe('followed')
  })

  it('a file is known by the end of its path, a folder by what is in it', () => {
    const lesson = 'Edit `api/schema.graphql`, not `src/generated/api.ts`'
    expect(shows(lesson, [edited('/home/me/app/api/schema.graphql')])).toBe('followed')
    expect(shows(lesson, [edited('src/generated/api.ts')])).toBe('ignored, relapsed')
    expect(shows('Do not edit `dist/`', [edited('packages/a/dist/main.js')])).toBe('ignored, relapsed')
    expect(shows('Do not edit `dist/`', [edited('src/distance.js')])).toBe('not applicable')
  })

  it('what was done before the lesson was shown says nothing', () => {
    const steps = [ran('pnpm install'), edited('a.ts')]
    const [first] = stepsOf(sessionFacts(steps))
    expect(shows(CHOICE, steps, first!.at)).toBe('followed')
    expect(shows(CHOICE, steps, first!.at + 1)).toBe('not applicable')
  })
})

describe('a tell-tale', () => {
  it.each([
    'npm run build before npm test',
    'pnpm instead of npm',
    'api/schema.graphql instead of src/generated/api.ts',
    'not git push --force',
    'not npm publish when npm runs',
    'npm test without "no such table"',
    'npm run lint without "no-console"',
    'no "import moment from \'moment\'" in src/dates.ts',
  ])('is read back as it is written: %s', (text) => {
    const check = readCheck(text)!
    expect(showsRelapse(check)).toBe(true)
    expect(checkInWords(check)).toBe(text)
  })

  it.each(['none', 'be careful', 'not npm publish', 'npm test', ''])('is not: %s', (text) => {
    expect(readCheck(text)).toBeUndefined()
  })

  const FAILURE = 'npm test without "Cannot find module \'../dist/a.js\'"'
  const MISSING = "Error: Cannot find module '../dist/a.js'"
  it.each<[string, LivedStep[]]>([
    ['ignored, relapsed', [ran('npm test', 'failed', MISSING)]],
    ['followed, relapsed', [ran('npm test -- b'), ran('npm test 2>&1 | tail', 'failed', MISSING)]],
    ['followed', [ran('npm test', 'failed', 'AssertionError: expected 1, got 2')]],
    ['followed', [ran('npm test', 'passed', MISSING)]],
    ['not applicable', [ran('npm run build', 'failed', MISSING)]],
  ])('of a failure is %s', (shown, steps) => {
    expect(showsOf(readCheck(FAILURE)!, steps)).toBe(shown)
  })

  const TABLE = 'E   sqlite3.OperationalError: no such table: parcels\n1 failed, 2 passed in 0.12s'
  it.each<[string, LivedStep]>([
    ['ignored, relapsed', ran('python3 -m pytest tests/test_b.py', 'failed', TABLE)],
    ['ignored, relapsed', ran('cd api && uv run pytest -x', 'failed', TABLE)],
    ['ignored, relapsed', ran('poetry run pytest -q 2>&1 | tail -30', 'passed', TABLE)],
    ['ignored, relapsed', ran('make test', 'failed', TABLE)],
    ['followed', ran('pytest -k weight', 'failed', 'E   AssertionError: assert 1 == 2\n1 failed')],
    ['followed', ran('pytest 2>&1 | tail -3', 'passed', '3 passed in 0.1s')],
    ['not applicable', ran('npm test', 'failed', TABLE)],
    ['not applicable', ran('pip install pytest')],
  ])('of a failure is %s, however the tests are run', (shown, step) => {
    expect(showsOf(readCheck('pytest without "no such table: parcels"')!, [step])).toBe(shown)
    expect(showsOf(readCheck('python -m pytest tests without "no such table"')!, [step])).toBe(shown)
  })

  it('written with quotes inside of quotes is read, and written back with others', () => {
    const check = readCheck('npm test without "relation "parcels" does not exist"')!
    expect(checkInWords(check)).toBe(`npm test without "relation 'parcels' does not exist"`)
    for (const quote of ['"', "'", '`']) {
      const output = `error: relation ${quote}parcels${quote} does not exist`
      expect(showsOf(readCheck(checkInWords(check))!, [ran('npx vitest run', 'failed', output)])).toBe(
        'ignored, relapsed',
      )
    }
  })

  const BROKEN = '  3:1  error  Unexpected console statement  no-console'
  it.each<[string, LivedStep[]]>([
    ['ignored, relapsed', [ran('npx eslint src', 'failed', BROKEN)]],
    ['ignored, relapsed', [ran('npm run lint', 'passed', BROKEN)]],
    ['followed', [ran('npx eslint .', 'failed', '  3:1  error  Missing semicolon  semi')]],
    ['not applicable', [ran('npm test', 'failed', BROKEN)]],
  ])('of a lint rule is %s, whichever way the linter is called', (shown, steps) => {
    expect(showsOf(readCheck('npm run lint without "no-console"')!, steps)).toBe(shown)
  })

  it('of a refused command or change is looked for where it could come up again', () => {
    const publish = readCheck('not npm publish when npm runs')!
    expect(showsOf(publish, [ran('npm publish', 'denied')])).toBe('ignored, relapsed')
    expect(showsOf(publish, [ran('npm test')])).toBe('followed')
    expect(showsOf(publish, [ran('cargo test')])).toBe('not applicable')
    const moment = readCheck('no "import moment from \'moment\'" in src/dates.ts')!
    const change = (added: string) => [edited('/app/src/dates.ts', { added })]
    expect(showsOf(moment, change("import  moment from 'moment'\nx()"))).toBe('ignored, relapsed')
    expect(showsOf(moment, change('import { format } from date-fns'))).toBe('followed')
    expect(showsOf(moment, [edited('src/other.ts')])).toBe('not applicable')
  })
})
