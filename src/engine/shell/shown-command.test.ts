import { describe, expect, it } from 'vitest'
import { shownCheck, shownCommand } from './shown-command.ts'

describe('a command as one would tell it', () => {
  it.each([
    ['cd /home/me/app && npm test 2>&1 | tail -20', 'npm test'],
    ['npm run build > /dev/null', 'npm run build'],
    ['npm test || true', 'npm test'],
    ['cd web && npm test', 'cd web && npm test'],
    ['time make', 'make'],
  ])('%s', (text, shown) => {
    expect(shownCommand(text)).toBe(shown)
  })

  it.each(['cat <<EOF > a.ts\nx\nEOF', `echo ${'x'.repeat(200)}`, 'node /tmp/x.js'])('%s is none', (text) => {
    expect(shownCommand(text)).toBeUndefined()
  })
})

describe('a check as its repository would name it', () => {
  it.each([
    ['npx vitest run src/a.test.ts', 'npx vitest run'],
    ['uv run pytest tests/test_a.py::test_b -k slow -x', 'uv run pytest'],
    ['cd web && pnpm test -- src/a.spec.ts', 'cd web && pnpm test'],
    ['npm run lint && go test ./... | tail', 'go test ./...'],
    ['NODE_ENV=test npm run test:unit', 'NODE_ENV=test npm run test:unit'],
  ])('%s', (text, shown) => {
    expect(shownCheck(text)).toBe(shown)
  })

  it('what checks nothing has no such name', () => {
    expect(shownCheck('ls')).toBeUndefined()
  })
})
