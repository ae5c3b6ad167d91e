import { once } from '../../domain/once.ts'
import { shellWord } from '../../domain/user-error.ts'
import type { CommandWord } from './command-line.ts'

/** A command inside another one: a shell text, or the words of one. */
export type Inner = string | readonly CommandWord[]

/** Options whose value is a command, by program, or by program and verb. */
const OPTIONS = `tar|bsdtar|gtar --to-command --checkpoint-action -I --use-compress-program -F --info-script --new-volume-script --rsh-command
rsync -e --rsh --rsync-path
scp|sftp -S
zip -TT --unzip-command
sort --compress-program
split --filter
rg --pre
man -P --pager
fzf --preview --bind
nodemon -x --exec
chokidar -c --command
hyperfine -p --prepare -s --setup -c --cleanup --conclude
nix-shell --run --command
nc|ncat -e -c --exec --sh-exec
xterm|konsole|alacritty -e
ansible -a --args
start-stop-daemon -x -a --exec --startas
flatpak --command
make|gmake -E --eval
git_rebase -x --exec
git_difftool -x --extcmd
git_grep -O --open-files-in-pager
git_clone|git_fetch|git_pull|git_ls-remote -u --upload-pack
git_push|git_archive --receive-pack --exec
git_send-email --to-cmd --cc-cmd --header-cmd --sendmail-cmd
git_filter-branch --tree-filter --index-filter --env-filter --msg-filter --commit-filter --tag-name-filter --parent-filter`

/** Programs, with the verb after which they name another program, and how many words of their own come before it. */
const VERBS = `op|doppler|infisical|dotenvx|teller|volta|hatch|pdm|rye|pixi|devbox|toolbox|conda|mamba|micromamba|pipx run 0
direnv|aws-vault|chamber|ip|nvm exec 1
mise|rtx exec|x 0
asdf|pyenv|rbenv|fnm exec 0
sops exec-env|exec-file 1
perf stat|record 0
nix -c|--command 0
wezterm|kitty start|@ 0
guix|distrobox|gnome-terminal|runuser -- 0
script|pm2 /dev/null|start 0
gdb|lldb --args|-- 0
just --command|-c 0`

/** Options of those that take a value. */
const VALUED =
  /^(?:-[nepfco]|--(?:env-file|env|name|prefix|config|project|using|profile|account|duration|version|spec|with))$/

/** Looks up the table rows for any of the given programs or verbs, and returns the rest of each row. The table is parsed on first use. */
function rowsIn(table: string): (keys: readonly string[]) => string[][] {
  const byName = once(() => {
    const rows = new Map<string, string[][]>()
    for (const line of table.split('\n')) {
      const [names = '', ...rest] = line.split(' ')
      for (const name of names.split('|')) rows.set(name, [...(rows.get(name) ?? []), rest])
    }
    return rows
  })
  return (keys) => [...new Set(keys.flatMap((key) => byName().get(key) ?? []))]
}

const optionsOf = rowsIn(OPTIONS)
const verbsOf = rowsIn(VERBS)

/** The commands in options, settings and texts of a program: `tar --to-command=…`, `git -c alias.x=!…`, `tmux send-keys …`. */
export function heldCommands(program: string, args: readonly CommandWord[]): Inner[] {
  const texts = args.map(({ text }) => text)
  const verbs = [...new Set(texts)].filter((text) => /^[a-z-]+$/.test(text))
  const keys = [program, ...verbs.map((verb) => `${program}_${verb}`)]
  const inOptions = optionsOf(keys).flatMap((options) => valuesOf(texts, options))
  const special = OWN_FORMS.flatMap(([programs, read]) => (programs.test(program) ? read(texts) : []))
  const commands = [...inOptions.map((text) => text.replace(/^exec=|^[^:\s]*:execute(?:-silent)?\(/, '')), ...special]
  return [...commands.filter((text) => text.trim() !== ''), ...behindVerbs(program, args)]
}

/** The values of options, in the next word or attached. */
function valuesOf(texts: readonly string[], options: readonly string[]): string[] {
  return texts.flatMap((text, at) => {
    if (options.includes(text)) return texts.slice(at + 1, at + 2)
    const option = options.find((one) => text.startsWith(one.startsWith('--') ? `${one}=` : one))
    return option === undefined ? [] : [text.slice(option.length).replace(/^=/, '')]
  })
}

function behindVerbs(program: string, args: readonly CommandWord[]): Inner[] {
  return verbsOf([program]).flatMap(([verbs = '', own]) => {
    const names = verbs.split('|')
    const verb = args.findIndex(({ text }) => names.includes(text))
    if (verb === -1) return []
    const rest = args.slice(verb + 1)
    const dashes = rest.findIndex(({ text }) => text === '--')
    if (dashes !== -1) return [rest.slice(dashes + 1)]
    let at = 0
    while (at < rest.length && rest[at]!.text.startsWith('-')) at += VALUED.test(rest[at]!.text) ? 2 : 1
    const words = rest.slice(at + Number(own))
    return words.length === 0 ? [] : [words]
  })
}

const OWN_FORMS: readonly (readonly [programs: RegExp, read: (texts: readonly string[]) => string[]])[] = [
  [
    /^(?:ssh|scp|sftp)$/,
    (texts) => valuesOf(texts, ['-o']).flatMap((text) => /^\w+Command[=\s]+(.+)$/is.exec(text)?.[1] ?? []),
  ],
  [/^git$/, gitSettings],
  // `nix run nixpkgs#git -- push` runs `git push`.
  [
    /^nix$/,
    (texts) => {
      const [what = '', ...args] = texts.includes('run')
        ? operands(texts.slice(texts.indexOf('run') + 1), (text) => /^-(?:f|I|-file|-option|-arg)$/.test(text))
        : []
      const name = /#(?:.*\.)?([\w+-]+)$/.exec(what)?.[1]
      const words = args.filter((text, at) => at > 0 || text !== '--')
      return name === undefined ? [] : [[name, ...words.map(shellWord)].join(' ')]
    },
  ],
  [/^tmux$/, tmuxCommands],
  [/^screen$/, screenCommands],
  [
    /^expect$/,
    (texts) =>
      texts.flatMap((text) =>
        [...text.matchAll(/(?:^|[;{\n])\s*(?:spawn|exec|system)\s+((?:[^;}\n])+)/g)].map(([, command]) => command!),
      ),
  ],
  // `:!command`, also after a range or `r`, in an option or a script.
  [
    /^(?:n?vim?|view|ex|less|more)$/,
    (texts) => texts.flatMap((text) => /^(?:\+|:)?[^!'"]{0,40}!(.+)$/s.exec(text)?.[1] ?? []),
  ],
  [
    /^(?:gdb|lldb|psql|mysql|mariadb|sqlite3)$/,
    (texts) =>
      texts.flatMap(
        (text) => /(?:^|[;\n])\s*(?:(?:platform )?shell|system|\.shell|\.system|\\!|!)\s*(.+)$/s.exec(text)?.[1] ?? [],
      ),
  ],
  // `npm pkg set scripts.test=…` sets the command that `npm test` runs.
  [/^p?npm$/, (texts) => texts.flatMap((text) => /^scripts\.[^=]+=(.+)$/s.exec(text)?.[1] ?? [])],
  [/^g?sed$/, (texts) => texts.flatMap(sedCommands)],
  [/^g?make$/, (texts) => texts.flatMap((text) => /^[A-Za-z_.]\w*[:+?]?=(.*\S.*)$/s.exec(text)?.[1] ?? [])],
  [/^(?:hyperfine|concurrently)$/, (texts) => texts.filter((text) => !text.startsWith('-') && /\s/.test(text))],
  [/^socat$/, (texts) => texts.flatMap((text) => /^(?:exec|system|shell):(.+?)(?:,\w+)*$/is.exec(text)?.[1] ?? [])],
  [
    /^gh$/,
    ([group, verb, ...texts]) =>
      group === 'alias' && verb === 'set'
        ? texts
            .slice(-1)
            .map((text) =>
              text.replace(
                /^!|^/,
                text.startsWith('!') || texts.includes('--shell') || texts.includes('-s') ? '' : 'gh ',
              ),
            )
        : [],
  ],
]

/** `1e command` runs a command, and `s/a/command/e` runs its replacement. */
function sedCommands(text: string): string[] {
  const run = [...text.matchAll(/(?:^|[;{}\n\d$/!])\s*e\s+([^\n]+)/g)].map(([, command]) => command!)
  const [, sign] = /s([^\w\s\\]).*\1[gpimIM\d]*e[gpimIM\d]*\s*(?:[;}\n]|$)/s.exec(text) ?? []
  if (sign === undefined) return run
  return [
    ...run,
    ...text
      .replaceAll(`\\${sign}`, '\0')
      .split(sign)
      .map((part) => part.replaceAll('\0', sign)),
  ]
}

const TMUX =
  /^(?:new(?:-session)?|neww|new-window|splitw|split-window|respawn-?\w+|run(?:-shell)?|if(?:-shell)?|send(?:-keys)?|popup|display-popup|pipep|pipe-pane|set-hook)$/
const TMUX_VALUED = /^-\w*[LSftsncexyFlpTwhd]$/
const KEY = /^(?:Enter|Return|Space|Tab|Escape|BSpace|KPEnter|[CM]-.|\^.)$/

/** The commands that each tmux command would start, or type. */
function tmuxCommands(texts: readonly string[]): string[] {
  return splitAt(texts, ';').flatMap((part) => {
    const at = part.findIndex((text) => TMUX.test(text))
    return at === -1
      ? []
      : operands(part.slice(at + 1), (text) => TMUX_VALUED.test(text) && text !== '-d')
          .filter((text) => !KEY.test(text))
          .join(' ')
  })
}

function screenCommands(texts: readonly string[]): string[] {
  const at = texts.findIndex((text) => /^-\w*X$/.test(text))
  const typed = at === -1 ? operands(texts, (text) => /^-\w*[SctTeshp]$/.test(text)) : texts.slice(at + 2)
  return [
    typed
      .map((text) => text.replace(/(?:\\[nr]|\^M|\\015)+$/, ''))
      .map((text) => (at === -1 && /\s/.test(text) ? shellWord(text) : text))
      .join(' '),
  ]
}

function splitAt(texts: readonly string[], mark: string): string[][] {
  const parts: string[][] = [[]]
  for (const text of texts) text === mark ? parts.push([]) : parts.at(-1)!.push(text)
  return parts
}

/** The words from the first one on that is neither an option nor its value. */
function operands(texts: readonly string[], isValued: (text: string) => boolean): string[] {
  let at = 0
  while (at < texts.length && /^-./.test(texts[at]!)) at += isValued(texts[at]!) ? 2 : 1
  return texts.slice(at)
}

/** Git settings that name a command. Without a `!` at its beginning, an alias is a Git verb, and so is a credential helper. */
const GIT_SETTING =
  /^(?:core\.(?:sshcommand|pager|editor|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|(?:diff|difftool|mergetool|browser|man)\..*(?:command|cmd|textconv|path)|merge\..*driver|filter\..*(?:clean|smudge|process)|gpg\.(?:.*\.)?program|pager\..+|interactive\.difffilter|sendemail\..*cmd|uploadpack\.packobjectshook|remote\..*(?:uploadpack|receivepack)|web\.browser|trailer\..*(?:command|cmd)|alias\..+|credential\.(?:.*\.)?helper)$/i

function gitSettings(texts: readonly string[]): string[] {
  const given = valuesOf(texts, ['-c', '--config']).map((text) => /^([^=]+)=(.*)$/s.exec(text)?.slice(1) ?? [])
  const at = texts.indexOf('config')
  const [first, ...rest] = at === -1 ? [] : texts.slice(at + 1).filter((text) => !text.startsWith('-'))
  const set = at === -1 ? [] : [/^(?:set|add)$/.test(first ?? '') ? rest : [first, ...rest]]
  const remote = texts.flatMap((text) => extCommand(text))
  return [...given, ...set]
    .flatMap(([name = '', value = '']) => {
      if (!GIT_SETTING.test(name) || value === '') return []
      if (value.startsWith('!')) return [value.slice(1)]
      if (/^credential/i.test(name)) return []
      return [/^alias\./i.test(name) ? `git ${value}` : value]
    })
    .concat(remote)
}

/** `ext::sh -c a% b`: a program as a remote; a space inside a word is escaped with a percent sign. */
function extCommand(text: string): string[] {
  const [, command] = /^ext::(.+)$/s.exec(text) ?? []
  if (command === undefined) return []
  const words = command.split(/(?<!%) /).map((word) => `'${word.replaceAll('% ', ' ')}'`)
  return [words.join(' ')]
}

const VARIABLE =
  /^(?:(?:\w+_)?(?:EDITOR|PAGER|BROWSER|ASKPASS)|VISUAL|FCEDIT|GIT_(?:SSH|SSH_COMMAND|EXTERNAL_DIFF|PROXY_COMMAND|CONFIG_VALUE_\d+)|(?:SVN|CVS|HG)_?SSH|\w+_RSH|RSYNC_CONNECT_PROG|MANPAGER|HGEDITOR|LESS(?:OPEN|CLOSE)|PROMPT_COMMAND|PS4|SHELL|MAKESHELL|npm_config_(?:script_shell|editor|shell)|TAR_OPTIONS|PSQL_\w+)=(.+)$/is

/** The command in a variable that other programs run: `GIT_EDITOR="code --wait"`. */
export function variableCommand(assignment: string): string | undefined {
  const [, value] = VARIABLE.exec(assignment) ?? []
  if (value === undefined) return undefined
  return /^TAR_OPTIONS=/.test(assignment) ? `tar ${value}` : value.replace(/^[!|]+/, '').replace(/^\$\((.*)\)$/s, '$1')
}
