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
      {
        lesson:
          'Always check token expiry before calling the carrier API, because its client retries a 401 without end',
        wordings: [
          'Always check the token expiry before calling the carrier API, because its client retries a 401 without end',
        ],
        role: 'builder',
        file: 'src/auth/token.ts',
        happened: 'The carrier client looped on an expired token until the test timed out.',
        fix: 'Compared the expiry with the clock before each call.',
        probability: 0.7,
      },
      {
        lesson:
          'Clock skew of up to 90 seconds between the hosts makes fresh tokens look as if they were not yet valid',
        wordings: [],
        role: 'judge',
        file: 'src/auth/clock.ts',
        happened: 'Logins failed on one of three hosts.',
        fix: 'Allowed a leeway of two minutes.',
        probability: 0.35,
      },
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
      {
        lesson:
          'Always run the migrations before the tests, otherwise they use the schema of the last branch',
        wordings: [
          'Always run the migrations before running the tests, otherwise they use the schema of the last branch',
        ],
        role: 'builder',
        file: 'db/migrations/index.ts',
        happened: 'Eleven tests failed on a column that the migration adds.',
        fix: 'Ran the migrations first.',
        probability: 0.75,
      },
      {
        lesson:
          'Never add a NOT NULL column without a default to the parcels table, since the backfill locks it for minutes',
        wordings: [],
        role: 'sentinel',
        file: 'db/migrations/0042_parcels.sql',
        happened: 'The migration held a lock on parcels for four minutes in staging.',
        fix: 'Added the column as nullable, filled it in batches, then set the constraint.',
        probability: 0.4,
      },
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
      {
        lesson:
          'Scan events can arrive out of order, so sort them by the time of the scan and never by the time of arrival',
        wordings: [
          'Scan events arrive out of order, so sort them by the time of the scan and never by the time of arrival',
        ],
        role: 'builder',
        file: 'src/tracking/timeline.ts',
        happened: 'The timeline showed a parcel as delivered before it was collected.',
        fix: 'Sorted by scan time.',
        probability: 0.65,
      },
      {
        lesson:
          'Depot times are local times without a zone, so a comparison across depots needs the zone of the depot table',
        wordings: [],
        role: 'judge',
        file: 'src/tracking/depot-time.ts',
        happened: 'Parcels between two zones arrived before they left.',
        fix: 'Joined the depot table for the zone.',
        probability: 0.45,
      },
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
      {
        lesson:
          'The browser tests share one database, so they fail when two of them run at once with the same depot id',
        wordings: [],
        role: 'builder',
        file: 'test/browser/depot.test.ts',
        happened: 'Two browser tests deleted each other’s depot.',
        fix: 'Gave each test its own depot id.',
        probability: 0.6,
      },
    ],
  },
]

/** A belief that sounds right and does harm: the loop has to find that out. */
export const BAD_ADVICE = {
  lesson: 'Always regenerate the lock file when the build fails, because stale entries are the usual cause',
  area: 'ci',
  role: 'builder',
  file: 'package-lock.json',
} as const

/** A finding that the judge keeps raising and the inspector keeps dismissing: it has to lose its place. */
export const FALSE_ALARM =
  'Every query inside a loop must be batched, because single queries are always too slow'
