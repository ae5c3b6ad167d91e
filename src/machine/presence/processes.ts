import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { orElse } from '../../domain/sets.ts'

export interface Process {
  readonly pid: number
  readonly parent: number
  /** The session leader, if the system names it. */
  readonly session?: number
  /** Its arguments. */
  readonly words: readonly string[]
  /** Its program file. */
  readonly program: string
  readonly name: string
  readonly startedAt: number
  /** Its terminal's number or name; undefined if none. */
  readonly terminal?: string
}

/** All visible processes, from `/proc` on Linux, elsewhere from `ps`. */
export function readProcesses(): ReadonlyMap<number, Process> {
  const found = process.platform === 'linux' ? fromProc() : fromPs()
  return new Map(found.map((one) => [one.pid, one]))
}

const TICKS_PER_SECOND = 100

function fromProc(): Process[] {
  const bootedAt = Number(/^btime (\d+)$/m.exec(textOf('/proc/stat'))?.[1] ?? 0) * 1_000
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? processIn(Number(name), bootedAt) : []))
}

function processIn(pid: number, bootedAt: number): Process[] {
  const stat = textOf(`/proc/${pid}/stat`)
  // The name is in parentheses, and may itself contain parentheses and spaces.
  const end = stat.lastIndexOf(')')
  if (end === -1) return []
  const name = stat.slice(stat.indexOf('(') + 1, end)
  const [, parent, , session, terminal, ...more] = stat.slice(end + 2).split(' ')
  return [
    {
      pid,
      parent: Number(parent),
      session: Number(session),
      words: textOf(`/proc/${pid}/cmdline`)
        .split('\0')
        .filter((word) => word !== ''),
      program: linkAt(`/proc/${pid}/exe`),
      name,
      startedAt: bootedAt + (Number(more[14]) * 1_000) / TICKS_PER_SECOND,
      terminal: terminal === '0' || terminal === undefined ? undefined : terminal,
    },
  ]
}

/** `1234 1 ttys001 Mon Nov 16 12:56:05 2026 /bin/zsh -l` */
const LINE = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\w+ \w+ +\d+ [\d:]+ \d+)\s+(.*)$/

function fromPs(): Process[] {
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,tty=,lstart=,command='], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    maxBuffer: 64 * 2 ** 20,
    timeout: 10_000,
  })
  return table.split('\n').flatMap((line): Process[] => {
    const [, pid, parent, terminal = '', started = '', command = ''] = LINE.exec(line) ?? []
    if (pid === undefined) return []
    const words = command.split(' ').filter((word) => word !== '')
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        words,
        program: words[0] ?? '',
        name: words[0] ?? '',
        startedAt: Date.parse(started),
        terminal: /^\?+$|^-$/.test(terminal) ? undefined : terminal,
      },
    ]
  })
}

/** A process's initial environment; empty if not readable. */
export function environmentOf(pid: number): Record<string, string> {
  const pairs = textOf(`/proc/${pid}/environ`).split('\0')
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]]
    }),
  )
}

/** The processes that hold the other end of a pseudo-terminal: `script`, `tmux`, a window. Only on Linux. */
export function holdersOf(terminal: string | undefined, pids: Iterable<number>): number[] {
  const device = Number(terminal)
  // `/dev/pts/N` is the device 136:N; the bits of N are on both sides of the 136.
  if (process.platform !== 'linux' || ((device >> 8) & 0xfff) !== 136) return []
  const index = (device & 0xff) | ((device >> 12) & 0xfff00)
  const isEnd = new RegExp(`^tty-index:\\s*${index}$`, 'm')
  return [...pids].filter((pid) =>
    orElse(() => readdirSync(`/proc/${pid}/fd`), []).some(
      (fd) => linkAt(`/proc/${pid}/fd/${fd}`).endsWith('/ptmx') && isEnd.test(textOf(`/proc/${pid}/fdinfo/${fd}`)),
    ),
  )
}

function linkAt(path: string): string {
  return orElse(() => readlinkSync(path), '')
}

function textOf(path: string): string {
  return orElse(() => readFileSync(path, 'utf8'), '')
}
