/** One way to make the memory lie, what it must come to, and what stands against it. */
export interface Attack {
  readonly group: string
  /** What the test asserts, in a sentence. */
  readonly holds: string
  readonly defence: string
}

const WORDS = 'Words about patterns'

/** Every attack that is tried, by the name of its test. */
export const ATTACKS = {
  repetition: {
    group: WORDS,
    holds: 'a lesson told fifty times in a run is one sighting in one context',
    defence:
      'The same lesson of an agent in a run is one learning; lifecycle counts distinct runs, priors distinct days.',
  },
  'repeated praise': {
    group: WORDS,
    holds: 'one person who praises a pattern all day moves it by one word, under both profiles',
    defence: 'A voice moves a pattern by at most one a day; only a later day opens a new allowance.',
  },
  'sock puppets': {
    group: WORDS,
    holds: 'an agent that speaks under many names is one voice',
    defence:
      'Agents choose their names, so all words that come through the doors of agents share one allowance a day.',
  },
  'friendly fire': {
    group: WORDS,
    holds: 'a flood of false complaints in a day does not take a proven pattern out',
    defence:
      'The allowance of a voice counts both ways; deprecation takes a harmful share over several days or people.',
  },
  'self-praise in text': {
    group: WORDS,
    holds: 'a text that calls itself proven ranks and is labelled like any new one',
    defence:
      'Scores and labels read evidence alone; a text is data and is shown beside the record of what it earned.',
  },
  'self-validation': {
    group: WORDS,
    holds: 'neither the word nor the PASS of a role counts for a pattern of its own',
    defence:
      'Praise by the role that a pattern came from weighs nothing, and a validator passes only what others taught.',
  },
  'slow drip': {
    group: WORDS,
    holds: 'text from outside that comes again on thirty days stays set aside',
    defence:
      'Only a sighting from inside, on another day, corroborates; what comes from outside never counts as one.',
  },
} as const satisfies Record<string, Attack>

export type AttackName = keyof typeof ATTACKS
