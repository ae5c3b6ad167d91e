import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandSubject } from './command-subject.ts'

const tags = (command: string) => commandSubject(command).tags
const files = (command: string) => commandSubject(command).files

describe('the subject of a command', () => {
  it.each([
    ['npm run build', 'build'],
    ['npm test', 'test'],
    ['pnpm run test:unit', 'test'],
    ['npx vitest run', 'test'],
    ['cd api && make lint', 'validation'],
    ['npx tsc --noEmit', 'validation'],
    ['python3 -m pytest -x', 'test'],
    ['poetry run mypy src', 'validation'],
    ['pip install requests', 'python'],
    ['sudo env A=1 gh pr create', 'cli'],
    ['pnpm --filter web build', 'monorepo'],
    ['npm test --workspace=web', 'monorepo'],
    ['npx turbo run build', 'turborepo'],
    ['node scripts/release.js', 'code'],
    ['bash -c "cargo test"', 'test'],
    ['npm ci', 'dependencies'],
    ['npx prisma migrate deploy', 'migration'],
  ])('%s is about %s', (command, tag) => {
    expect(tags(command)).toContain(tag)
  })

  it.each([
    ['echo "npm test"', 'test'],
    ['git commit -m "fix the tests"', 'tests'],
    ['ls contests', 'test'],
    ['npm run latest', 'test'],
    ['# npm test', 'test'],
    ['npm test', 'python'],
    ['curl https://python.example/pytest', 'python'],
  ])('%s is not about %s', (command, tag) => {
    expect(tags(command)).not.toContain(tag)
  })

  it('takes the words of more than three letters, and the names of long options', () => {
    expect(tags('git push --force origin main')).toEqual(['git', 'push', 'force', 'origin', 'main'])
    expect(tags('grep -rn api_token src')).toEqual(['grep', 'token'])
  })

  it('tells files from words', () => {
    expect(files('pytest tests/test_auth.py -k login setup.cfg')).toEqual(['tests/test_auth.py', 'setup.cfg'])
    expect(files('node scripts/release.js && ./install.sh')).toEqual(['scripts/release.js', './install.sh'])
  })

  it('knows nothing of what the text leaves open', () => {
    expect(commandSubject('$TOOL "$FILE"')).toEqual({ files: [], tags: [] })
  })

  it('is bounded for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120, unit: 'binary-ascii' }), (command) => {
        const subject = commandSubject(command)
        expect(subject.tags.length).toBeLessThanOrEqual(100)
        expect(subject.files.length).toBeLessThanOrEqual(20)
      }),
    )
  })
})
