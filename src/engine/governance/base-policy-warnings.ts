import type { BasePolicy } from '../../domain/base-policy.ts'
import { idOf } from './run-outcome.ts'

/** What is allowed in a policy file and yet hardly meant: rules that contradict or hide each other. */
export function basePolicyWarnings(base: BasePolicy): string[] {
  return [...limitWarnings('', base), ...adapterWarnings(base), ...toolWarnings(base)]
}

function adapterWarnings(base: BasePolicy): string[] {
  const seen = new Map<string, string>()
  return Object.entries(base.adapters).flatMap(([name, rule]) => {
    const field = `adapters.${name}`
    const twin = seen.get(idOf(name))
    seen.set(idOf(name), twin ?? name)
    return [
      ...(twin === undefined ? [] : [`${field}: is the same adapter as ${twin}, whose rule holds`]),
      ...(rule.deny && rule.requireApproval ? [`${field}: is denied, so nobody is ever asked`] : []),
      ...limitWarnings(`${field}.`, { ...base, ...rule }),
    ]
  })
}

function limitWarnings(
  field: string,
  { askFromRisk, denyFromRisk }: { readonly askFromRisk: number; readonly denyFromRisk?: number | undefined },
): string[] {
  if (denyFromRisk === undefined || denyFromRisk > askFromRisk) return []
  return [
    `${field}denyFromRisk: ${denyFromRisk} is not above askFromRisk ${askFromRisk}, so nobody is asked about risk`,
  ]
}

/** The first rule that fits holds, so nothing after a rule for all commands of a program is read. */
function toolWarnings({ tools }: BasePolicy): string[] {
  return tools.flatMap((rule, at) => {
    const before = tools.findIndex(
      (earlier, place) => place < at && earlier.program === rule.program && !earlier.only && !earlier.except,
    )
    return before === -1
      ? []
      : [`tools[${at}]: is never reached, for tools[${before}] takes every '${rule.program}'`]
  })
}
