import { type Read, refused, taken } from './foreign-record.ts'
import { instantOf } from './instant.ts'
import { countOf, shown } from './outcomes-log.ts'
import { readFields } from './pipe-fields.ts'

/** A row of `acknowledgments.log`: `timestamp|run|iteration|agent|true or false|patterns|evidence`. */
export function readAcknowledgmentsLine(line: string): Read {
  const fields = readFields(line)
  if (fields.length < 6)
    return refused(`a row of acknowledgments.log has at least 6 fields, and this one ${fields.length}`)
  const [time = '', run = '', count = '', agent = '', said = '', patterns = '', ...evidence] = fields
  const at = instantOf(time)
  if (at === undefined) return refused(`timestamp: '${shown(time)}' is no ISO time`)
  const iteration = countOf(count)
  if (iteration === undefined) return refused(`iteration: '${shown(count)}' is not a whole number`)
  if (said !== 'true' && said !== 'false') return refused(`'${shown(said)}' is neither true nor false`)
  const row = { at, run, iteration, agent, acknowledged: said === 'true', patterns }
  return taken({ kind: 'acknowledgement', ...row, evidence: evidence.join('|') })
}

/** A row of `runs.log`: `run|timestamp|goal|iteration|status[|command|last session]`. */
export function readRunsLine(line: string): Read {
  const fields = readFields(line)
  if (fields.length < 5)
    return refused(`a row of runs.log has at least 5 fields, and this one ${fields.length}`)
  const [run = '', time = '', goal = '', count = '', status = '', command = ''] = fields
  const at = instantOf(time)
  if (at === undefined) return refused(`timestamp: '${shown(time)}' is no ISO time`)
  const iteration = countOf(count)
  if (iteration === undefined) return refused(`iteration: '${shown(count)}' is not a whole number`)
  const about = [
    `status ${status}`,
    ...(goal === '' ? [] : [`goal ${goal}`]),
    `iteration ${iteration}`,
    ...(command === '' ? [] : [`command ${command}`]),
  ]
  return taken({ kind: 'run', run, at, notes: about.join(', ') })
}
