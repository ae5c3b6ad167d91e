import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'
import { runCli } from '../front-doors/run-cli.ts'
import { shellWords } from '../front-doors/shell-words.ts'
import { BundledHook, payloadOf } from '../worlds/bundled-hook.ts'
import { HookWorld } from '../worlds/hook-world.ts'

const PAGE = join(ROOT, 'docs', 'tutorial.md')
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday']

const hook = new BundledHook()
const world = new HookWorld()
const home = join(world.folder, 'person')
let asked = ''

beforeAll(async () => {
  mkdirSync(join(home, '.claude'), { recursive: true })
  // A command on the path, as `npm link` makes it; nothing here starts it.
  writeFileSync(join(home, 'mettle'), '#!/bin/sh\n', { mode: 0o755 })
  await hook.build()
})
afterAll(() => {
  world.remove()
  hook.remove()
})

async function called(session: string, event: string, more: object): Promise<Record<string, string>> {
  world.now += 1_000
  const pieces = [payloadOf(world, event, { session_id: session, ...more })]
  const { stdout } = await hook.call(world, { event, pieces })
  return stdout === '' ? {} : JSON.parse(stdout).hookSpecificOutput
}

function edit(file: string): void {
  const path = join(world.root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'create table parcels (\n  id text,\n  sender text,\n  weight integer\n);\n')
}

/** Plays a session: what the person typed, what the agent ran with what came out, and the agent's last words. */
async function session(name: string, lines: readonly string[]): Promise<string[]> {
  const printed: string[] = []
  const said: string[] = []
  let calls = 0
  for (const [at, line] of lines.entries()) {
    const [, tool, words = ''] = /^ {2}(Bash|Edit)\((.+)\)$/.exec(line) ?? []
    if (line.startsWith("    Mettle's gate")) continue
    printed.push(line)
    if (line.startsWith('> ')) {
      const { additionalContext = '' } = await called(name, 'UserPromptSubmit', { prompt: line.slice(2) })
      asked ||= /^<mettle>.*<\/mettle>$/m.exec(additionalContext)?.[0] ?? ''
    } else if (tool !== undefined) {
      calls += 1
      const input = tool === 'Bash' ? { command: words } : { file_path: join(world.root, words), new_string: 'x' }
      if (tool === 'Edit') edit(words)
      const step = { tool_name: tool, tool_use_id: `${name}-${calls}`, tool_input: input }
      const { permissionDecision, permissionDecisionReason } = await called(name, 'PreToolUse', step)
      if (permissionDecision !== undefined) printed.push(`    ${permissionDecisionReason}`)
      const output = lines[at + 1]?.startsWith('    ') ? lines[at + 1]!.trim() : ''
      if (output.startsWith('error'))
        await called(name, 'PostToolUseFailure', { ...step, error: `Exit code 1\n${output}` })
      else if (permissionDecision === undefined)
        await called(name, 'PostToolUse', { ...step, tool_response: { stdout: output } })
    } else if (!line.startsWith('  ')) said.push(line)
  }
  await called(name, 'Stop', { last_assistant_message: said.join('\n') })
  await called(name, 'SessionEnd', { reason: 'other' })
  await world.command(async (mettle) => {
    await mettle.settleSession({ run: name })
    await mettle.learn()
    await mettle.keepPrecomputed()
  })
  return printed
}

/** Types a command, and gives what it printed without what differs from machine to machine. */
async function typed(line: string): Promise<string[]> {
  const environment = { ...world.environment, HOME: home, PATH: home }
  const { stdout, stderr } = await runCli(shellWords(line).slice(1), { cwd: world.root, environment, now: world.now })
  const printed = `${stdout}${stderr}`
    .replaceAll(world.root, '~/your-repository')
    .replace(/\bfolder-[0-9a-f]{20}/g, 'your-repository-12d2c70d04d341fcac74')
    .replace(/\b01[0-9A-Z]{24}\b/g, '01KERPY0K8E0EASNY70K6FCYNB')
    .replace(/\ba-[0-9a-f]{12}\b/g, 'a-79567cea3d06')
  return [`$ ${line}`, ...printed.trimEnd().split('\n')]
}

it('the tutorial happens as it is printed', async () => {
  world.now = Date.UTC(2026, 0, 12, 9)
  const days = [...DAYS]
  await called('monday', 'SessionStart', { source: 'startup' })
  const pieces = readFileSync(PAGE, 'utf8').split(/^```(console|text)\n([\s\S]*?)^```\n/m)
  const page: string[] = []
  for (let at = 0; at < pieces.length; at += 3) {
    page.push(pieces[at]!)
    const [language, block] = [pieces[at + 1], pieces[at + 2]]
    if (language === undefined || block === undefined) break
    const lines = block.trimEnd().split('\n')
    let now: string[]
    if (language === 'console') {
      now = []
      for (const line of lines.filter((each) => each.startsWith('$ ')))
        now.push(...(now.length > 0 ? [''] : []), ...(await typed(line.slice(2))))
    } else if (lines[0]!.startsWith('> ')) {
      now = await session(days.shift()!, lines)
      world.now += 86_400_000
    } else if (lines.length === 1 && lines[0]!.startsWith('<mettle>')) now = [asked]
    else {
      // The page is written by this test: it must not show the question for a lesson where it promises the lesson.
      const { additionalContext = '' } = await called(days[0]!, 'SessionStart', { source: 'startup' })
      expect(additionalContext).toContain('Run npm run migrate before npm test')
      now = additionalContext.replace(/^Rules from .+?\. /m, 'Rules from jo. ').split('\n')
    }
    page.push(`\`\`\`${language}\n${now.join('\n')}\n\`\`\`\n`)
  }
  await expect(page.join('')).toMatchFileSnapshot(PAGE)
}, 120_000)
