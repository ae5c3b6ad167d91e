import { execFile } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleHook } from '../../scripts/bundle-hook.mjs'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'
import { mettleInShell } from '../worlds/terminal.ts'
import { runCli } from './run-cli.ts'

const hookFolder = mkdtempSync(join(tmpdir(), 'mettle-modes-'))
const LESSON = 'Always run the migrations before the tests, otherwise they use an old schema'

beforeAll(async () => void (await bundleHook(hookFolder)))
afterAll(() => rmSync(hookFolder, { recursive: true, force: true }))

/** What a day leaves behind: a session with hooks, lessons, an outcome, a backup and an export elsewhere. */
const DAY = `
  mettle init --yes --learnings
  say() { printf '{"session_id":"s1","transcript_path":"/none","cwd":"%s","hook_event_name":"%s"%s}' "$PWD" "$1" "$2" \\
    | "$NODE" "$HOOK" --client claude-code --event "$1"; }
  say SessionStart ',"source":"startup"'
  say UserPromptSubmit ',"prompt":"No, always use pnpm here, never npm"'
  say PreToolUse ',"tool_name":"Bash","tool_use_id":"t1","tool_input":{"command":"ls"}'
  say PostToolUse ',"tool_name":"Bash","tool_use_id":"t1","tool_input":{"command":"ls"},"tool_response":{"stdout":"a"}'
  say Stop ''
  mettle learning record --lesson "$LESSON"
  mettle outcome record --adapter github --result failure
  mettle learn
  say SessionStart ',"source":"resume"'
  mettle backup --out "$ELSEWHERE/kept/copy.db"
  mettle export --format toon --out "$ELSEWHERE/kept/patterns.toon"
  mettle export --format claude-md --out CLAUDE.md
`

async function playedDay(umask: string) {
  const cwd = newRepository()
  const elsewhere = temporaryFolder()
  const state = join(elsewhere, 'state')
  const env = {
    ...process.env,
    METTLE_HOME: state,
    METTLE_HOOK_LEARN: 'false',
    METTLE_HOOK_DEADLINE_MS: '10000',
    NODE: process.execPath,
    HOOK: join(hookFolder, 'hook.cjs'),
    LESSON,
    ELSEWHERE: elsewhere,
  }
  const script = `umask ${umask}; mettle() { ${mettleInShell()} "$@" </dev/null; }; ${DAY}`
  const { stderr } = await promisify(execFile)('bash', ['-c', script], { cwd, env })
  return { cwd, elsewhere, state, stderr }
}

/** Everything in the folders that others could open, as `path mode`. */
function openToOthers(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    everythingIn(folder)
      .map((path) => ({ path, mode: lstatSync(path).mode & 0o777 }))
      .filter(({ mode }) => (mode & 0o077) !== 0)
      .map(({ path, mode }) => `${relative(folder, path)} ${mode.toString(8)}`),
  )
}

function everythingIn(path: string): string[] {
  return lstatSync(path).isDirectory()
    ? [path, ...readdirSync(path).flatMap((name) => everythingIn(join(path, name)))]
    : [path]
}

describe.skipIf(process.platform === 'win32')('what is recorded', () => {
  it.each(['000', '022'])(
    'can be opened by its owner alone under umask %s, and what is for the repository is readable',
    async (umask) => {
      const { cwd, elsewhere, state } = await playedDay(umask)
      const home = join(cwd, '.mettle')
      const hooks = join(cwd, '.git', 'mettle')
      for (const path of [
        join(home, 'journal.db'),
        join(hooks, 'spool'),
        join(hooks, 'ahead', 'patterns.bin'),
        join(hooks, 'sessions'),
        join(state, 'seal-key.pem'),
        join(state, 'seals'),
        join(elsewhere, 'kept', 'copy.db'),
        join(elsewhere, 'kept', 'patterns.toon'),
      ])
        expect(existsSync(path), path).toBe(true)
      expect(openToOthers(home, hooks, state, join(elsewhere, 'kept'))).toEqual([])
      expect(openToOthers(join(cwd, '.learnings', 'pending'), join(cwd, '.learnings', 'sessions'))).toEqual([])
      const mode = (path: string) => (statSync(join(cwd, path)).mode & 0o777).toString(8)
      expect([mode('CLAUDE.md'), mode('.learnings'), mode('.learnings/.gitignore')]).toEqual(['644', '755', '644'])
    },
    120_000,
  )
})

describe.skipIf(process.platform === 'win32')('a journal that others could open', () => {
  async function wideProject() {
    const cwd = newRepository()
    const environment = { METTLE_HOME: temporaryFolder() }
    const mettle = (...words: string[]) => runCli(words, { cwd, environment })
    await mettle('init')
    await mettle('learning', 'record', '--lesson', LESSON)
    await mettle('learn')
    const folders = [join(cwd, '.mettle'), join(environment.METTLE_HOME, 'seals')]
    for (const path of folders.flatMap(everythingIn)) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644)
    return { cwd, folders, mettle }
  }

  it('becomes private when it is opened, and doctor still reports it then', async () => {
    const { cwd, folders, mettle } = await wideProject()
    expect((await mettle('status')).exitCode).toBe(0)
    expect(openToOthers(...folders)).toEqual([])
    const { stdout } = await mettle('doctor')
    expect(stdout).toMatch(/files: only you can read .* others on this machine could open became private/)
    expect(stdout).toContain(`${join(cwd, '.mettle', 'journal.db')} (644)`)
  })

  it('becomes private by doctor, which names what was open', async () => {
    const { cwd, folders, mettle } = await wideProject()
    const { stdout } = await mettle('doctor')
    expect(stdout).toContain(`${join(cwd, '.mettle')} (755)`)
    expect(openToOthers(...folders)).toEqual([])
  })

  it('is left as it is where store.path names it, with the line that closes it', async () => {
    const { mettle } = await wideProject()
    const elsewhere = join(temporaryFolder(), 'team.db')
    const set = ['--set', `store.path=${elsewhere}`]
    await mettle('init', ...set)
    chmodSync(elsewhere, 0o664)
    const { stdout } = await mettle('doctor', ...set)
    expect(statSync(elsewhere).mode & 0o777).toBe(0o664)
    expect(stdout).toContain(`chmod go-rwx '${elsewhere}'*`)
  })
})
