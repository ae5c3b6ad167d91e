import { expect, it } from 'vitest'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { GENESIS, place } from '../../domain/event.ts'
import { storedName } from '../../domain/events/stored-name.ts'
import { undoTargets } from './undo.ts'

function decided(type: string) {
  const fact = {
    id: 'E1',
    key: 'k',
    type: storedName(type),
    stream: 'run/r1',
    run: 'r1',
    occurredAt: 1,
    recordedAt: 2,
    origin: { surface: 'cli', actor: 'ann' },
    provenance: { source: 'person', trust: 'internal' },
    payload: canonicalJson({ by: 'ann' }),
  } as const
  return place(fact, { organisation: 'o', project: 'p' }, { position: 1, version: 1, previousHash: GENESIS })
}

it.each([
  'approval-answered',
  'failure-acknowledged',
  'overlay-loosened',
  'overlay-set',
  'pattern-deprecated',
  'pattern-edited',
  'pattern-merged',
  'pattern-promoted',
  'pattern-quarantined',
  'pattern-reset',
  'threshold-set',
])('undoes %s with all that its person did, and not with its run or its door', (type) => {
  const facts = [decided(type)]
  expect(undoTargets(facts, { source: 'ann' }).named).toHaveLength(1)
  expect(() => undoTargets(facts, { run: 'r1' })).toThrow("There is no run 'r1'")
  expect(() => undoTargets(facts, { source: 'cli' })).toThrow("No events came from 'cli'")
})

it.each(['payload-erased', 'retention-applied'])('refuses to undo %s', (type) => {
  expect(() => undoTargets([decided(type)], { event: 'E1' })).toThrow('cannot be undone')
})
