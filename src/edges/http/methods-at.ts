import { ALIASES } from './aliases.ts'
import { ROUTES } from './catalogue.ts'
import { ENDPOINTS } from './endpoints.ts'

const ALL = [...Object.values(ROUTES), ...ALIASES, ...ENDPOINTS].map(({ address }) => {
  const [method = '', path = ''] = address.split(' ')
  return { method, fits: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`) }
})

/** The methods by which a path can be called; none where there is nothing. */
export function methodsAt(path: string): readonly string[] {
  return [...new Set(ALL.filter(({ fits }) => fits.test(path)).map(({ method }) => method))].sort()
}
