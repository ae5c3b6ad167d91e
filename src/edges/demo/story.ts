/** A trap that runs in an area of the project fall into, and the lesson that keeps them out of it. */
export interface Trap {
  readonly lesson: string
  /** Other ways in which agents word it. */
  readonly wordings: readonly string[]
  readonly role: 'builder' | 'judge' | 'sentinel'
  readonly file: string
  readonly happened: string
  readonly fix: string
  /** How often a run in the area falls into it. */
  readonly probability: number
}

/** A part of the project, the tasks that come up in it, and its traps. */
export interface Area {
  readonly label: string
  readonly tasks: readonly string[]
  readonly traps: readonly Trap[]
}

const trap = (
  role: Trap['role'],
  file: string,
  probability: number,
  [lesson, happened, fix, ...wordings]: readonly [string, string, string, ...string[]],
): Trap => ({ lesson, wordings, role, file, happened, fix, probability })

/** The project of the demonstration: a service that tracks parcels. */
export const AREAS: readonly Area[] = [
  {
    label: 'auth',
    tasks: [
      'rotate the signing keys of the login tokens',
      'add refresh tokens to the mobile login',
      'log out all devices when a password changes',
    ],
    traps: [
      trap('builder', 'src/auth/token.ts', 0.7, [
        'Always check token expiry before calling the carrier API, because its client retries a 401 without end',
        'The carrier client looped on an expired token until the test timed out.',
        'Compared the expiry with the clock before each call.',
        'Always check the token expiry before calling the carrier API, because its client retries a 401 without end',
      ]),
      trap('judge', 'src/auth/clock.ts', 0.35, [
        'Clock skew of up to 90 seconds between the hosts makes fresh tokens look as if they were not yet valid',
        'Logins failed on one of three hosts.',
        'Allowed a leeway of two minutes.',
      ]),
    ],
  },
  {
    label: 'database',
    tasks: [
      'add an index for parcel look-ups by depot',
      'split the address column into its parts',
      'archive parcels older than two years',
    ],
    traps: [
      trap('builder', 'db/migrations/index.ts', 0.75, [
        'Always run the migrations before the tests, otherwise they use the schema of the last branch',
        'Eleven tests failed on a column that the migration adds.',
        'Ran the migrations first.',
        'Always run the migrations before running the tests, otherwise they use the schema of the last branch',
      ]),
      trap('sentinel', 'db/migrations/0042_parcels.sql', 0.4, [
        'Never add a NOT NULL column without a default to the parcels table, since the backfill locks it for minutes',
        'The migration held a lock on parcels for four minutes in staging.',
        'Added the column as nullable, filled it in batches, then set the constraint.',
      ]),
    ],
  },
  {
    label: 'tracking',
    tasks: [
      'show the delivery window on the tracking page',
      'merge scan events that arrive twice',
      'notify the recipient when a parcel is held at customs',
    ],
    traps: [
      trap('builder', 'src/tracking/timeline.ts', 0.65, [
        'Scan events can arrive out of order, so sort them by the time of the scan and never by the time of arrival',
        'The timeline showed a parcel as delivered before it was collected.',
        'Sorted by scan time.',
        'Scan events arrive out of order, so sort them by the time of the scan and never by the time of arrival',
      ]),
      trap('judge', 'src/tracking/depot-time.ts', 0.45, [
        'Depot times are local times without a zone, so a comparison across depots needs the zone of the depot table',
        'Parcels between two zones arrived before they left.',
        'Joined the depot table for the zone.',
      ]),
    ],
  },
  {
    label: 'ci',
    tasks: [
      'cache the dependencies of the build',
      'run the browser tests in parallel',
      'publish the container image from the main branch',
    ],
    traps: [
      trap('builder', 'test/browser/depot.test.ts', 0.6, [
        'The browser tests share one database, so they fail when two of them run at once with the same depot id',
        'Two browser tests deleted each other’s depot.',
        'Gave each test its own depot id.',
      ]),
    ],
  },
]

/** By the file of a trap: the command by which a run that fell into it finds out, and how that fails. */
export const CHECKS: { readonly [file: string]: readonly [command: string, fails: string] } = {
  'src/auth/token.ts': ['npm run test:carrier', 'HTTP 401 Unauthorized'],
  'db/migrations/index.ts': ['npm test', 'error: column parcels.depot does not exist'],
  'test/browser/depot.test.ts': ['npm run test:browser', 'Error: database is locked'],
}

/** A belief that sounds right and does harm: the loop has to find that out. */
export const BAD_ADVICE = {
  lesson: 'Always regenerate the lock file when the build fails, because stale entries are the usual cause',
  area: 'ci',
  role: 'builder',
  file: 'package-lock.json',
} as const

/** A finding that the judge keeps raising and the inspector keeps dismissing: it has to lose its place. */
export const FALSE_ALARM = 'Every query inside a loop must be batched, because single queries are always too slow'
