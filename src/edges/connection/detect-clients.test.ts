import { describe, expect, it } from 'vitest'
import type { Machine } from './client-world.ts'
import { detectClients } from './clients.ts'

/** A machine that has these files and folders. */
function machine(platform: string, environment: Machine['environment'], places: readonly string[]): Machine {
  return { platform, environment, has: (path) => places.includes(path) }
}
const found = (world: Machine) => detectClients(world).map(({ client }) => client)

describe('detectClients', () => {
  it('finds none on an empty machine, or without a home', () => {
    expect(found(machine('linux', { HOME: '/home/ann', PATH: '/usr/bin:/bin' }, []))).toEqual([])
    expect(found(machine('linux', {}, ['/.claude', '.claude']))).toEqual([])
  })

  it.each([
    ['linux', '/home/ann'],
    ['darwin', '/Users/ann'],
  ])('finds settings folders on %s', (platform, home) => {
    const folders = ['.claude', '.codex', '.copilot', '.gemini', '.config/opencode']
    const world = machine(
      platform,
      { HOME: home },
      folders.map((folder) => `${home}/${folder}`),
    )
    expect(found(world)).toEqual(['claude-code', 'codex', 'copilot', 'gemini', 'opencode'])
  })

  it('finds them on Windows', () => {
    const environment = { USERPROFILE: 'C:\\Users\\ann', Path: 'C:\\Windows;C:\\npm\\' }
    const world = machine('win32', environment, ['C:\\Users\\ann\\.claude', 'C:\\npm\\codex.cmd'])
    expect(detectClients(world)).toEqual([
      { client: 'claude-code', folder: 'C:\\Users\\ann\\.claude' },
      { client: 'codex', executable: 'C:\\npm\\codex.cmd' },
    ])
  })

  it('follows the variables that move a folder', () => {
    const environment = {
      HOME: '/home/ann',
      CLAUDE_CONFIG_DIR: '/a',
      CODEX_HOME: '/b',
      COPILOT_HOME: '/c',
      XDG_CONFIG_HOME: '/d',
    }
    expect(found(machine('linux', environment, ['/a', '/b', '/c', '/d/opencode']))).toEqual([
      'claude-code',
      'codex',
      'copilot',
      'opencode',
    ])
    expect(found(machine('linux', environment, ['/home/ann/.claude', '/home/ann/.codex']))).toEqual([])
  })

  it('finds a program on PATH, the first of them', () => {
    const environment = { HOME: '/home/ann', PATH: ':/usr/bin:/opt/bin' }
    expect(detectClients(machine('linux', environment, ['/opt/bin/claude', '/usr/bin/claude']))).toEqual([
      { client: 'claude-code', executable: '/usr/bin/claude' },
    ])
  })
})
