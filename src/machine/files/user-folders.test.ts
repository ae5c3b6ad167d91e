import { describe, expect, it } from 'vitest'
import { cacheFolder, configFolder, stateFolder } from './user-folders.ts'

describe('the folders of a user', () => {
  it('follow METTLE_HOME before all else', () => {
    const environment = { METTLE_HOME: '/m', XDG_CONFIG_HOME: '/x', XDG_STATE_HOME: '/x', HOME: '/h' }
    expect([configFolder(environment), stateFolder(environment)]).toEqual(['/m', '/m'])
    expect(cacheFolder(environment)).toBe('/m/cache')
  })

  it('follow the XDG folders, else those of the home', () => {
    expect(configFolder({ XDG_CONFIG_HOME: '/x/config' }, 'linux')).toBe('/x/config/mettle')
    expect(stateFolder({ XDG_STATE_HOME: '/x/state' }, 'linux')).toBe('/x/state/mettle')
    expect(cacheFolder({ XDG_CACHE_HOME: '/x/cache', HOME: '/h' }, 'linux')).toBe('/x/cache/mettle')
    expect(cacheFolder({ HOME: '/h' }, 'linux')).toBe('/h/.cache/mettle')
    expect(configFolder({ HOME: '/h' }, 'darwin')).toBe('/h/.config/mettle')
    expect(stateFolder({ HOME: '/h', XDG_STATE_HOME: '' }, 'linux')).toBe('/h/.local/state/mettle')
  })

  it('follow the application data of Windows', () => {
    expect(configFolder({ APPDATA: 'R' }, 'win32')).toMatch(/^R.mettle$/)
    expect(stateFolder({ LOCALAPPDATA: 'L' }, 'win32')).toMatch(/^L.mettle$/)
    expect(cacheFolder({ LOCALAPPDATA: 'L' }, 'win32')).toMatch(/^L.mettle.cache$/)
  })
})
