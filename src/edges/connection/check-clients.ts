import type { Client } from '../../domain/values/session.ts'
import { doubleFindings, pluginFindings } from './check-doubles.ts'
import { type Installation, installationFindings, versionFindings } from './check-installation.ts'
import { trustFindings } from './check-trust.ts'
import { CLIENTS, type ClientWorld, type Finding, labelOf } from './client-world.ts'
import { installedPlugins } from './installed-plugins.ts'

export interface ClientCheck {
  readonly connected: readonly Client[]
  readonly installation: Installation
}

/**
 * Everything by which a client that should learn learns nothing, without a word: hooks that it does not trust, that are switched off, that
 * it runs twice, or that lead nowhere.
 */
export function clientFindings({ connected, installation }: ClientCheck, world: ClientWorld): Finding[] {
  const served = CLIENTS.filter(
    (client) => connected.includes(client) || installedPlugins(client, world).length > 0,
  )
  if (served.length === 0)
    return [{ name: 'clients', verdict: 'fine', detail: 'none is connected; mettle init connects them' }]
  const findings = served.flatMap((client) => {
    const found = [
      ...trustFindings(client, world),
      ...doubleFindings(client, world),
      ...pluginFindings(client, world, installation.version),
      ...versionFindings(client, world),
    ]
    const fine: Finding = { name: labelOf(client), verdict: 'fine', detail: 'connected' }
    return found.length > 0 ? found : [fine]
  })
  return connected.length === 0 ? findings : [...findings, ...installationFindings(installation, world)]
}
