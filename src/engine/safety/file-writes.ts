import { UNKNOWN } from './globs.ts'
import { codeIn, pathsInCode, WRITES_FILES } from './inline-code.ts'
import { isUnder, type PathSegments, type Place, segmentsOf, shownPath } from './path-segments.ts'
import { isTemporary, type ProtectedFiles, ProtectedPaths } from './protected-paths.ts'
import type { ShellStep } from './shell-steps.ts'
import { pathsOf } from './word-paths.ts'

const guarded = (rule: string, paths: readonly string[], except: readonly string[] = []): ProtectedFiles => ({
  rule,
  what: '',
  paths,
  except,
})

/** Files that are never changed in passing: those that start by themselves, decide who may log in, or control the agent. */
const GUARDED_FILES: readonly ProtectedFiles[] = [
  guarded('own-controls', [
    '**/{mettle.policy.json,mettle.config.json}',
    '**/.mettle/**',
    '**/.git/mettle/**',
    // The program that hooks start.
    '**/{bin,.bin}/{mettle,mettle.cmd,mettle.ps1}',
    '**/node_modules/mettle/**',
    '~/{.config/mettle/**,.local/state/mettle/**,appdata/roaming/mettle/**,appdata/local/mettle/**}',
    '{**,~}/.claude/{settings*.json,hooks/**,plugins/**}',
    '~/.claude.json',
    '{**,~}/.codex/{config.toml,hooks.json,hooks/**,rules/**}',
    '{**,~}/.gemini/{settings.json,extensions/**,hooks/**,policies/**}',
    '**/.github/hooks/**',
    '~/.copilot/{config.json,settings.json,hooks/**,mcp-config.json}',
    '**/{opencode.json,opencode.jsonc}',
    '**/.opencode/{plugin/**,plugins/**,opencode.json}',
    '~/.config/opencode/**',
    // Transcripts, which fill in what hooks missed.
    '~/.claude/projects/**/*.jsonl',
    '~/.codex/sessions/**',
    '~/.copilot/session-state/**',
    '~/.gemini/tmp/**/chats/**',
    '~/.local/share/opencode/**',
    '/etc/{claude-code,codex,gemini-cli}/**',
    '/library/application support/{claudecode,codex,geminicli}/**',
  ]),
  guarded('shell-profiles', [
    '~/{.bashrc,.bash_profile,.bash_login,.bash_logout,.bash_aliases,.profile,.zshrc,.zshenv,.zprofile,.zlogin,.kshrc,.cshrc,.tcshrc}',
    '~/{.xprofile,.xinitrc,.xsessionrc,.pam_environment}',
    '~/.config/{fish/**,environment.d/**,nushell/**,powershell/**}',
    '/etc/{profile,profile.d/**,bash.bashrc,bashrc,zshrc,zsh/**,zshenv,environment}',
    '**/{microsoft.powershell_profile.ps1,profile.ps1}',
  ]),
  guarded('ssh-access', ['**/.ssh/{authorized_keys*,config,rc,environment}', '/etc/ssh/**']),
  guarded('scheduled-jobs', [
    '/etc/{cron*/**,crontab,systemd/**,init.d/**,rc.local,anacrontab}',
    '/var/spool/cron/**',
    '/{lib,usr/lib}/systemd/**',
    '~/.config/{systemd/**,autostart/**}',
    '{~,}/library/{launchagents,launchdaemons}/**',
  ]),
  guarded('git-hooks', ['**/.git/hooks/**'], ['*.sample']),
  guarded('system-files', [
    '/{etc,boot,bin,sbin,lib,lib64,system,windows}/**',
    '/usr/{bin,sbin,lib,lib64,share,include}/**',
    '/library/**',
  ]),
]

/** A quick test: a literal path without any of these is not in the table. */
const SIGN =
  /mettle|\.claude|\.codex|\.gemini|\.copilot|opencode|hooks|\.(?:bash|zsh|z|k|c|tc)|\.profile|xprofile|xinit|xsession|pam_env|\.config|powershell|profile\.ps1|\.ssh|^\/\/(?:etc|boot|s?bin|lib|usr|system|windows|var|library)|launch|[*?[\uFFFC]/i

/** If the beginning of a path is unknown, any of its folders might be at the root. */
const SYSTEM_NAME = /\/(?:etc|boot|s?bin|lib|usr|system|windows|var|library)/i

const GUARDED = new ProtectedPaths(GUARDED_FILES)

export interface Write {
  readonly rule: string
  readonly detail: string
}

/** The rule about a file that a step would write, move or delete; with `isDeep`, also about a folder that holds such files. */
export function guardedAt(path: PathSegments, place: Place, isDeep = false): Write | undefined {
  const text = path[0] === UNKNOWN ? `/${path.slice(1).join('/')}` : path.join('/')
  if (!SIGN.test(text) && !(path[0] === UNKNOWN && SYSTEM_NAME.test(text))) return undefined
  const found = GUARDED.find(path, false)
  if (found === undefined || (found.as === 'folder' && !isDeep)) return undefined
  // The files of a temporary repository affect nobody.
  const root = place.root === undefined ? undefined : segmentsOf(place.root, [UNKNOWN], place)
  if (isTemporary(path) && !(root !== undefined && isUnder(path, root))) return undefined
  return { rule: found.entry.rule, detail: shownPath(path) }
}

const LAST_IS_TARGET = /^(?:cp|mv|install|ln|rsync|scp|gcp|gmv|gln|copy|move|xcopy|copy-item|move-item)$/
const EDITS_IN_PLACE = /^(?:sed|gsed|perl|ruby|yq|awk|gawk)$/
const WRITES_ALL =
  /^(?:tee|sponge|rm|unlink|rmdir|shred|truncate|touch|patch|ed|ex|vi|vim|nvim|nano|emacs|code|trash|del|erase|remove-item|ri|set-content|add-content|out-file|clear-content|new-item|sc|ac)$/
const OUTPUT_OPTION = /^(?:-o|-O|--output|--output-document|-out|--out|-outfile|-d|-C|--directory)$/i

/** Every guarded file that a step writes. */
export function guardedWrites(step: ShellStep, place: Place): Write[] {
  if (step.isRemote) return []
  const found: Write[] = []
  const check = (text: string, isDeep: boolean) => {
    for (const path of pathsOf(text, step, place)) {
      const write = guardedAt(path, place, isDeep)
      if (write !== undefined) found.push(write)
    }
  }
  for (const { text, writes } of step.redirects) if (writes) check(text, false)
  for (const { text, isDeep } of writtenBy(step)) check(text, isDeep)
  for (const code of codeIn(step)) {
    if (!WRITES_FILES.test(code)) continue
    for (const text of pathsInCode(code)) {
      const write = guardedAt(segmentsOf(text, [UNKNOWN], place), place)
      if (write !== undefined) found.push(write)
    }
  }
  if (step.program === 'crontab' && !step.args.some((arg) => /^-\w*l/.test(arg)))
    found.push({ rule: 'scheduled-jobs', detail: 'crontab' })
  return found
}

interface Written {
  readonly text: string
  /** Whole folders are moved or deleted. */
  readonly isDeep: boolean
}

function writtenBy({ program, args }: ShellStep): Written[] {
  const operands = args.filter((arg) => !arg.startsWith('-'))
  const all = (isDeep: boolean) => operands.map((text) => ({ text, isDeep }))
  if (WRITES_ALL.test(program)) return all(/^(?:rm|rmdir|shred|trash|del|erase|remove-item|ri)$/.test(program))
  if (EDITS_IN_PLACE.test(program))
    return args.some((arg) => /^-\w*i|^--in-place|^inplace$/.test(arg)) ? all(false) : []
  if (LAST_IS_TARGET.test(program)) return targetsOf(program, args, operands)
  // A hook without the permission to run is disabled.
  if (program === 'chmod') return args.some((arg) => /^[ugoa]*-[rwx]+$|^0{1,4}$/.test(arg)) ? all(false) : []
  if (program === 'dd')
    return args.flatMap((arg) => (arg.startsWith('of=') ? [{ text: arg.slice(3), isDeep: false }] : []))
  if (program === 'git' && /^(?:checkout|restore|rm|mv|clean|stash)$/.test(operands[0] ?? ''))
    return operands.slice(1).map((text) => ({ text, isDeep: true }))
  return args.flatMap((arg, at) => {
    if (
      !OUTPUT_OPTION.test(args[at - 1] ?? '') ||
      !/^(?:curl|wget|tar|unzip|jq|openssl|ssh-keygen|invoke-webrequest|iwr|aria2c|http)$/.test(program)
    )
      return []
    return [{ text: arg, isDeep: false }]
  })
}

/** The targets of a copy or a move; in a folder, the files keep their names. A moved file is also gone from its old place. */
function targetsOf(program: string, args: readonly string[], operands: readonly string[]): Written[] {
  const option = args.findIndex((arg) => /^(?:-t|--target-directory|-Destination)$/i.test(arg))
  const target = option === -1 ? operands.at(-1) : args[option + 1]
  if (target === undefined || operands.length < 2) return []
  const sources = operands.filter((operand) => operand !== target)
  const named = sources.map((source) => ({
    text: `${target.replace(/[\\/]+$/, '')}/${source.split(/[\\/]/).findLast((part) => part !== '') ?? ''}`,
    isDeep: true,
  }))
  const moved = /^(?:mv|gmv|move|move-item)$/.test(program) ? sources.map((text) => ({ text, isDeep: true })) : []
  return [{ text: target, isDeep: program === 'ln' || program === 'rsync' }, ...named, ...moved]
}
