import { describe, expect, it } from 'vitest'
import { cliCandidates } from './worker-command.ts'

describe('cliCandidates', () => {
  it('believes what init found, then the package around the plugin, then the PATH', () => {
    expect(
      cliCandidates({
        platform: 'linux',
        project: { root: '/home/jo/shop', cli: '/opt/mettle/dist/cli/bin.js' },
        bundle: '/usr/lib/node_modules/mettle/plugins/mettle/dist',
        path: '/usr/bin:relative::/home/jo/bin',
      }),
    ).toEqual([
      '/opt/mettle/dist/cli/bin.js',
      '/usr/lib/node_modules/mettle/dist/cli/bin.js',
      '/usr/bin/mettle',
      '/home/jo/bin/mettle',
    ])
  })

  it('does not run what a repository brings along', () => {
    const clues = { bundle: '/x/plugins/mettle/dist', path: undefined, platform: 'linux' } as const
    const first = (cli: string) => cliCandidates({ ...clues, project: { root: '/home/jo/shop', cli } })[0]
    expect(first('/home/jo/shop/evil.js')).toBe('/x/dist/cli/bin.js')
    expect(first('/home/jo/other/../shop/evil.js')).toBe('/x/dist/cli/bin.js')
    expect(first('evil.js')).toBe('/x/dist/cli/bin.js')
    expect(first('/home/jo/shop2/bin.js')).toBe('/home/jo/shop2/bin.js')
  })

  it('knows the repository in other letters where the system does', () => {
    const clues = { bundle: '/x/plugins/mettle/dist', path: undefined }
    const project = { root: '/Users/Jo/Shop', cli: '/users/jo/shop/evil.js' }
    expect(cliCandidates({ ...clues, project, platform: 'darwin' })).toHaveLength(1)
    expect(cliCandidates({ ...clues, project, platform: 'linux' })).toHaveLength(2)
    const onWindows = { root: 'C:\\Users\\Jo Doe\\Shop', cli: 'c:/users/jo doe/SHOP/evil.js' }
    expect(cliCandidates({ ...clues, project: onWindows, platform: 'win32' })).toHaveLength(1)
    const otherDrive = { root: 'C:\\Users\\Jo Doe\\Shop', cli: 'D:\\tools\\mettle\\dist\\cli\\bin.js' }
    expect(cliCandidates({ ...clues, project: otherDrive, platform: 'win32' })).toHaveLength(2)
  })

  it('finds on Windows what a script for cmd would start, in folders with blanks and quotes too', () => {
    const path = '"C:\\Users\\Jo Doe\\AppData\\Roaming\\npm";C:\\shop\\node_modules\\.bin'
    expect(cliCandidates({ platform: 'win32', bundle: 'C:\\p q\\plugins\\mettle\\dist', path })).toEqual([
      'C:\\p q\\dist\\cli\\bin.js',
      'C:\\Users\\Jo Doe\\AppData\\Roaming\\npm\\node_modules\\mettle\\dist\\cli\\bin.js',
      'C:\\Users\\Jo Doe\\AppData\\Roaming\\mettle\\dist\\cli\\bin.js',
      'C:\\shop\\node_modules\\.bin\\node_modules\\mettle\\dist\\cli\\bin.js',
      'C:\\shop\\node_modules\\mettle\\dist\\cli\\bin.js',
    ])
  })
})
