import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../front-doors/run-cli.ts'
import { mettleWords } from '../front-doors/shell-words.ts'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'

const PAGE = readFileSync(new URL('../../docs/how-to/self-learning.md', import.meta.url), 'utf8')
const BLOCKS = [...PAGE.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind, text]) => ({ kind, text: text! }))

it('leads from a captured learning to a credited pattern when its lines are typed', async () => {
  const cwd = newRepository()
  const environment = { METTLE_HOME: temporaryFolder(), METTLE_HOLDOUT_SHARE: '0' }
  const printed: string[] = []
  for (const { kind, text } of BLOCKS) {
    if (kind === 'json') writeFileSync(join(cwd, '.learnings/pending/builder-a1b2.json'), text)
    if (kind === 'text') {
      mkdirSync(join(cwd, 'src'))
      writeFileSync(join(cwd, 'src/client.ts'), 'const token = read()\nif (isExpired(token)) renew()\n')
      writeFileSync(join(cwd, 'last-message.txt'), text)
    }
    for (const [, line] of kind === 'console' ? text.matchAll(/^\$ (.*)$/gm) : []) {
      const { exitCode, stdout, stderr } = await runCli(mettleWords(line!), { cwd, environment })
      expect({ line, exitCode, stderr }).toEqual({ line, exitCode: 0, stderr: '' })
      printed.push(stdout)
    }
  }
  const list = printed.find((text) => text.startsWith('ID '))!
  expect(list).toMatch(/ 1\.00 +\d\.\d\d +Always check the expiry of the token/)
  expect(list).not.toContain('UNTESTED')
})
