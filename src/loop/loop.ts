import type { Votes } from '../domain/votes.ts'
import type { GoalRecord } from '../projection/fold-goal.ts'
import type { TaskRecord } from '../projection/fold-tasks.ts'
import type { GraphEvent } from '../report/graph.ts'
import type { LoopReport } from '../report/loop-report.ts'
import type { WhyNamed } from '../report/why-named.ts'
import type { WhyPattern } from '../report/why-pattern.ts'
import type { Acknowledged, AcknowledgementInput } from './acknowledge.ts'
import type { AnswerRequest, ApprovalFilter, ApprovalView } from './approvals.ts'
import type { ArchiveKeeper, Restored } from './archive.ts'
import type {
  AcknowledgeRequest,
  AnnotateRequest,
  FailureAcknowledged,
  OverlayChanged,
  OverlayRequest,
  ThresholdChanged,
  ThresholdRequest,
} from './change-policy.ts'
import type { GoalChoice, GoalList } from './choose-goal.ts'
import type { ClearRequest, StrikesCleared } from './clear-strikes.ts'
import type { ConsensusReached } from './consensus.ts'
import type { LoopContext } from './context.ts'
import type { Correction, CorrectRequest } from './correction-report.ts'
import type { CriteriaRequest, CriterionView } from './criteria.ts'
import type { DecisionRequest, PatternDecided } from './decide-pattern.ts'
import { type Check, type DoctorOptions, doctor } from './doctor.ts'
import type { EditRequest, PatternEdited } from './edit-pattern.ts'
import type { ErrorContextRequest, TaskErrorContext } from './error-context.ts'
import type { Exported, ExportRequest } from './export-request.ts'
import type { Gated } from './gate.ts'
import type { GateRequest } from './gate-step.ts'
import { chosenGoal } from './goal.ts'
import type { GoalReport } from './goal-stats.ts'
import type { GovernanceReport } from './governance-report.ts'
import type { PatternGraded, PenaliseRequest, ReinforceRequest } from './grade-pattern.ts'
import type { ImportOptions, OutcomesImported } from './import-outcomes.ts'
import type { ImportReport, ImportRequest } from './import-request.ts'
import { type Injected, type InjectRequest, inject } from './inject.ts'
import type { AgentStart, ToolUse } from './inject-surfaces.ts'
import type { InsightsReport, InsightsRequest } from './insights.ts'
import type { LearnOptions } from './learn.ts'
import type { DeliberationFilter, DeliberationView } from './list-deliberations.ts'
import type { ErrorFilter, ErrorView } from './list-errors.ts'
import type { OutcomeFilter, OutcomeView } from './list-outcomes.ts'
import type { TaskFilter } from './list-tasks.ts'
import type { MergeRequest, PatternsMerged } from './merge-patterns.ts'
import type { OrganisationView } from './organisation.ts'
import { keepOverlays } from './overlays-in-force.ts'
import { listPatterns, type PatternFilter, type PatternView, tellPattern, why } from './patterns.ts'
import type { PipelineOptions, PipelineReport } from './pipeline/run-pipeline.ts'
import type { PlanPrompted, PlanPromptRequest } from './plan-prompt.ts'
import type { PolicyChange, PolicyChangeFilter } from './policy-changes.ts'
import type { AdapterView, AgentView, PolicyView } from './policy-view.ts'
import type { Pulled, PullRequest } from './pull.ts'
import type { Pushed, PushRequest } from './push.ts'
import type { PatternQuarantined, QuarantineRequest } from './quarantine-pattern.ts'
import type { PatternQuery } from './query-patterns.ts'
import type { BuildInput } from './record-build.ts'
import type { DeliberationInput, DeliberationRecorded } from './record-deliberation.ts'
import type { ErrorInput, ErrorRecorded } from './record-error.ts'
import type { FeedbackInput, FeedbackRecorded } from './record-feedback.ts'
import { type LearningInput, recordLearning } from './record-learning.ts'
import type { MergeInput, MergeRecorded } from './record-merge.ts'
import { type OutcomeInput, type OutcomeRecorded, recordOutcome } from './record-outcome.ts'
import type { PlanInput, PlanRecorded } from './record-plan.ts'
import type { BesideOutcome, RunOutcomeRecorded } from './record-run-outcome.ts'
import type { ScoreInput, ScoreRecorded } from './record-score.ts'
import type { StrikeInput, StrikeRecorded } from './record-strike.ts'
import type { RefusedOutcome } from './refused-outcomes.ts'
import { report } from './report.ts'
import type { ErrorResolved, ResolveRequest } from './resolve-error.ts'
import type { Retained, RetentionOptions } from './retain.ts'
import { type SealKeeper, sealJournal } from './seal.ts'
import type { SharedPlace } from './shared-place.ts'
import type { IterationInput, IterationStarted } from './start-iteration.ts'
import { type Status, status } from './status.ts'
import type { PatternStored, StoreRequest } from './store-pattern.ts'
import type { StrategyFilter, StrategyView } from './strategies.ts'
import type { StrikeFilter, StrikesView } from './task-strikes.ts'

/** The verbs of the loop, the same on every surface. */
export interface Loop {
  /** Captures something that was learned. */
  recordLearning(input: LearningInput): Promise<{ learning: string; duplicate: boolean }>
  /** Records how a run ended, and which patterns it used. */
  recordOutcome(input: OutcomeInput): Promise<OutcomeRecorded>
  /** Records that a pattern, a criterion or a strategy helped or harmed. */
  recordFeedback(input: FeedbackInput): Promise<FeedbackRecorded>
  /** Records how the work of a run is cut up; the outcomes that follow speak for or against it. */
  recordPlan(input: PlanInput): Promise<PlanRecorded>
  /** Records a score of something that is measured again and again; a fall becomes a learning. */
  recordScore(input: ScoreInput): Promise<ScoreRecorded>
  /** The tasks of runs, with what their course counts as and why. */
  tasks(filter?: TaskFilter): Promise<TaskRecord[]>
  /** One task of a run, by its last attempt; undefined while no outcome of it is known. */
  task(run: string, task: string): Promise<TaskRecord | undefined>
  /** The ways in which work was cut up, and what became of them. */
  strategies(filter?: StrategyFilter): Promise<StrategyView[]>
  /** What each criterion still counts, and what given scores are worth by it. */
  criteria(request?: CriteriaRequest): Promise<CriterionView[]>
  /** Records a finished run in either documented shape, and tells what policy made of it. */
  recordRunOutcome(record: unknown, beside?: BesideOutcome): Promise<RunOutcomeRecorded>
  /** Records a log of finished runs, one JSON object a line. */
  importOutcomes(
    lines: AsyncIterable<string> | Iterable<string>,
    options?: ImportOptions,
  ): Promise<OutcomesImported>
  outcomes(filter?: OutcomeFilter): Promise<OutcomeView[]>
  /** The outcomes of whole runs, oldest first, as records that can be imported. */
  exportOutcomes(): AsyncIterable<object>
  /** Records of outcomes that were refused, and why. */
  refusedOutcomes(filter?: { readonly limit?: number }): Promise<RefusedOutcome[]>
  /** The policy in force, what the evidence would change, and what people said. */
  policy(): Promise<PolicyView>
  adapter(name: string): Promise<AdapterView>
  agent(name: string): Promise<AgentView>
  /** What outcomes did to policy, from what to what. */
  policyChanges(filter?: PolicyChangeFilter): Promise<PolicyChange[]>
  /** A person's word on policy, with name and reason. */
  loosenOverlay(request: OverlayRequest): Promise<OverlayChanged>
  tightenOverlay(request: OverlayRequest): Promise<OverlayChanged>
  setThreshold(request: ThresholdRequest): Promise<ThresholdChanged>
  acknowledgeFailure(request: AcknowledgeRequest): Promise<FailureAcknowledged>
  annotateAdapter(request: AnnotateRequest): Promise<AdapterView>
  /** Records what a role left behind, and the patterns that it states. */
  recordDeliberation(input: DeliberationInput): Promise<DeliberationRecorded>
  deliberations(filter?: DeliberationFilter): Promise<DeliberationView[]>
  /** Acts on a validator's verdict. */
  correct(request: CorrectRequest): Promise<Correction>
  /** Records that a run's work was merged, or taken back. */
  recordMerge(input: MergeInput): Promise<MergeRecorded>
  /** Records that a step of a task failed; its type is told from the message where it is not given. */
  recordError(input: ErrorInput): Promise<ErrorRecorded>
  /** Says that an error was dealt with. */
  resolveError(request: ResolveRequest): Promise<ErrorResolved>
  errors(filter?: ErrorFilter): Promise<ErrorView[]>
  /** What a task ran into, as text for its next attempt. */
  errorContext(request: ErrorContextRequest): Promise<TaskErrorContext>
  /** Records that an attempt at a task failed; the third asks for a review of its design. */
  recordStrike(input: StrikeInput): Promise<StrikeRecorded>
  clearStrikes(request: ClearRequest): Promise<StrikesCleared>
  strikes(filter?: StrikeFilter): Promise<StrikesView[]>
  strikesOf(task: string): Promise<StrikesView>
  /** Records which shown patterns an agent says it used, from its last message. */
  acknowledge(input: AcknowledgementInput): Promise<Acknowledged>
  /** Begins the next round of a run. */
  startIteration(input: IterationInput): Promise<IterationStarted>
  /** Records how a build or a test run ended. */
  recordBuild(input: BuildInput): Promise<{ run: string; passed: boolean; duplicate: boolean }>
  /** The goals that can be chosen, and the one that is. */
  goals(): Promise<GoalList>
  /** The goal that a person chose: what runs are measured against, and which categories go first. */
  goal(): Promise<GoalRecord | undefined>
  chooseGoal(choice: GoalChoice): Promise<GoalRecord>
  /** How the goals have fared. */
  goalStats(): Promise<GoalReport>
  /** Runs the eleven steps: what changed, what was used and held, what was learned. */
  learn(options?: PipelineOptions): Promise<PipelineReport>
  /** The block for the next run, with a receipt. */
  inject(request: InjectRequest): Promise<Injected>
  /** The block for an agent that starts, with a receipt. */
  injectForAgent(request: AgentStart): Promise<Injected>
  /** The block for a tool call; mostly empty, and then without a receipt. */
  injectForTool(request: ToolUse): Promise<Injected>
  /** What a planner should know before it cuts up some work, with a receipt. */
  planPrompt(request: PlanPromptRequest): Promise<PlanPrompted>
  patterns(filter?: PatternFilter): Promise<PatternView[]>
  pattern(id: string): Promise<PatternView>
  why(id: string): Promise<WhyPattern>
  whyCriterion(name: string): Promise<WhyNamed>
  whyStrategy(name: string): Promise<WhyNamed>
  /** A person's word on a pattern; it holds until a person takes it back. */
  promotePattern(request: DecisionRequest): Promise<PatternDecided>
  deprecatePattern(request: DecisionRequest): Promise<PatternDecided>
  resetPattern(request: DecisionRequest): Promise<PatternDecided>
  /** Sets a pattern aside, and vouches for one that was. */
  quarantinePattern(request: QuarantineRequest): Promise<PatternQuarantined>
  releasePattern(request: QuarantineRequest): Promise<PatternQuarantined>
  editPattern(request: EditRequest): Promise<PatternEdited>
  mergePatterns(request: MergeRequest): Promise<PatternsMerged>
  /** Stores a pattern that a role stated, at once. */
  storePattern(request: StoreRequest): Promise<PatternStored>
  /** What a role may be shown, as it scores for some work; without a receipt. */
  queryPatterns(query: PatternQuery): Promise<PatternView[]>
  /** Grades by hand, with name and reason; a run grades a pattern once. */
  reinforcePatterns(request: ReinforceRequest): Promise<PatternGraded[]>
  penalisePattern(request: PenaliseRequest): Promise<PatternGraded>
  /** Whether a step may be taken; asks a person where policy or evidence wants it. */
  gate(request: GateRequest): Promise<Gated>
  approvals(filter?: ApprovalFilter): Promise<ApprovalView[]>
  answerApproval(request: AnswerRequest): Promise<ApprovalView>
  /** What agents decide together, each vote weighed by how far the agent is trusted. */
  consensus(votes: Votes): Promise<ConsensusReached>
  /** Takes over what other systems left in files. */
  importFiles(request: ImportRequest): Promise<ImportReport>
  /** What the journal knows, in files that other systems read. */
  exportFiles(request: ExportRequest): Promise<Exported>
  /** Gives patterns to the organisation, with their own counts. */
  push(request: PushRequest): Promise<Pushed>
  /** Takes what other projects, and other clones of this one, gave to the organisation. */
  pull(request?: PullRequest): Promise<Pulled>
  /** What the organisation holds, and from whom. */
  organisation(): Promise<OrganisationView>
  /** What the loop holds and whether its runs do better. */
  report(): Promise<LoopReport>
  /** How adapters, agents and skills fare, what policy is in force, and what people decided. */
  governanceReport(): Promise<GovernanceReport>
  /** What the newest graded runs led to, oldest first. */
  graph(options?: { readonly runs?: number }): Promise<GraphEvent[]>
  /** How the roles judge, whether they agree, and what keeps coming back. */
  insights(request?: InsightsRequest): Promise<InsightsReport>
  status(): Promise<Status>
  doctor(options?: Omit<DoctorOptions, 'seals'>): Promise<Check[]>
  /** Drops everything that was folded, and folds it anew from the journal. */
  rebuild(options?: LearnOptions): Promise<{ readonly events: number }>
  /** Erases the content of one fact for good. */
  erase(request: { event: string; by: string; reason: string }): Promise<void>
  /** Moves the words of old facts into an archive; what followed from them stays. */
  forget(options?: Pick<RetentionOptions, 'dryRun' | 'onProgress'>): Promise<Retained>
  /** Brings archived words back into the journal. */
  restore(): Promise<Restored>
}

/** What is kept outside of the journal. */
export interface Keepers {
  readonly seals: SealKeeper
  /** Asked for when something is archived or brought back. */
  readonly archives: () => Promise<ArchiveKeeper>
  /** Where the organisation shares its patterns; asked for when something is pushed or pulled. */
  readonly shared: () => Promise<SharedPlace>
}

/** Verbs that few commands need are loaded when they are called. */
export function createLoop(context: LoopContext, { seals, archives, shared }: Keepers): Loop {
  return {
    recordLearning: (input) => recordLearning(context, input),
    recordOutcome: (input) => recordOutcome(context, input),
    recordFeedback: async (input) => (await import('./record-feedback.ts')).recordFeedback(context, input),
    recordPlan: async (input) => (await import('./record-plan.ts')).recordPlan(context, input),
    recordScore: async (input) => (await import('./record-score.ts')).recordScore(context, input),
    tasks: async (filter) => (await import('./list-tasks.ts')).listTasks(context, filter),
    task: async (run, task) => (await import('./list-tasks.ts')).taskOf(context, run, task),
    strategies: async (filter) => (await import('./strategies.ts')).listStrategies(context, filter),
    criteria: async (request) => (await import('./criteria.ts')).listCriteria(context, request),
    recordRunOutcome: async (record, beside) =>
      (await import('./record-run-outcome.ts')).recordRunOutcome(context, record, beside),
    importOutcomes: async (lines, options) =>
      (await import('./import-outcomes.ts')).importOutcomes(context, lines, options),
    outcomes: async (filter) => (await import('./list-outcomes.ts')).listOutcomes(context, filter),
    async *exportOutcomes() {
      yield* (await import('./list-outcomes.ts')).exportOutcomes(context)
    },
    refusedOutcomes: async (filter) =>
      (await import('./refused-outcomes.ts')).refusedOutcomes(context, filter),
    policy: async () => (await import('./policy-view.ts')).policyView(context),
    adapter: async (name) => (await import('./policy-view.ts')).adapterView(context, name),
    agent: async (name) => (await import('./policy-view.ts')).agentOf(context, name),
    policyChanges: async (filter) => (await import('./policy-changes.ts')).policyChanges(context, filter),
    loosenOverlay: async (request) => (await import('./change-policy.ts')).loosenOverlay(context, request),
    tightenOverlay: async (request) => (await import('./change-policy.ts')).tightenOverlay(context, request),
    setThreshold: async (request) => (await import('./change-policy.ts')).setThreshold(context, request),
    acknowledgeFailure: async (request) =>
      (await import('./change-policy.ts')).acknowledgeFailure(context, request),
    annotateAdapter: async (request) =>
      (await import('./change-policy.ts')).annotateAdapter(context, request),
    recordDeliberation: async (input) =>
      (await import('./record-deliberation.ts')).recordDeliberation(context, input),
    deliberations: async (filter) =>
      (await import('./list-deliberations.ts')).listDeliberations(context, filter),
    correct: async (request) => (await import('./correct.ts')).correct(context, request),
    recordMerge: async (input) => (await import('./record-merge.ts')).recordMerge(context, input),
    recordError: async (input) => (await import('./record-error.ts')).recordError(context, input),
    resolveError: async (request) => (await import('./resolve-error.ts')).resolveError(context, request),
    errors: async (filter) => (await import('./list-errors.ts')).listErrors(context, filter),
    errorContext: async (request) => (await import('./error-context.ts')).errorContextOf(context, request),
    recordStrike: async (input) => (await import('./record-strike.ts')).recordStrike(context, input),
    clearStrikes: async (request) => (await import('./clear-strikes.ts')).clearStrikes(context, request),
    strikes: async (filter) => (await import('./task-strikes.ts')).listStrikes(context, filter),
    strikesOf: async (task) => (await import('./task-strikes.ts')).strikesOf(context, task),
    acknowledge: async (request) => (await import('./acknowledge.ts')).acknowledge(context, request),
    startIteration: async (input) => (await import('./start-iteration.ts')).startIteration(context, input),
    recordBuild: async (input) => (await import('./record-build.ts')).recordBuild(context, input),
    goals: async () => (await import('./choose-goal.ts')).listGoals(context),
    goal: () => chosenGoal(context),
    chooseGoal: async (choice) => (await import('./choose-goal.ts')).chooseGoal(context, choice),
    goalStats: async () => (await import('./goal-stats.ts')).reportGoals(context),
    async learn(options) {
      const { runPipeline } = await import('./pipeline/run-pipeline.ts')
      const learned = await runPipeline(context, options)
      await sealJournal(context.journal, seals, context.now())
      return learned
    },
    inject: (request) => timed(context, 'inject', () => inject(context, request)),
    injectForAgent: (request) =>
      timed(context, 'inject', async () =>
        (await import('./inject-surfaces.ts')).injectForAgent(context, request),
      ),
    injectForTool: (request) =>
      timed(context, 'inject', async () =>
        (await import('./inject-surfaces.ts')).injectForTool(context, request),
      ),
    planPrompt: async (request) => (await import('./plan-prompt.ts')).planPrompt(context, request),
    patterns: (filter) => listPatterns(context, filter),
    pattern: (id) => tellPattern(context, id),
    why: (id) => why(context, id),
    whyCriterion: async (name) => (await import('./why-named.ts')).whyCriterion(context, name),
    whyStrategy: async (name) => (await import('./why-named.ts')).whyStrategy(context, name),
    promotePattern: async (request) => (await import('./decide-pattern.ts')).promotePattern(context, request),
    deprecatePattern: async (request) =>
      (await import('./decide-pattern.ts')).deprecatePattern(context, request),
    resetPattern: async (request) => (await import('./decide-pattern.ts')).resetPattern(context, request),
    quarantinePattern: async (request) =>
      (await import('./quarantine-pattern.ts')).quarantinePattern(context, request),
    releasePattern: async (request) =>
      (await import('./quarantine-pattern.ts')).releasePattern(context, request),
    editPattern: async (request) => (await import('./edit-pattern.ts')).editPattern(context, request),
    mergePatterns: async (request) => (await import('./merge-patterns.ts')).mergePatterns(context, request),
    storePattern: async (request) => (await import('./store-pattern.ts')).storePattern(context, request),
    queryPatterns: async (query) => (await import('./query-patterns.ts')).queryPatterns(context, query),
    reinforcePatterns: async (request) =>
      (await import('./grade-pattern.ts')).reinforcePatterns(context, request),
    penalisePattern: async (request) =>
      (await import('./grade-pattern.ts')).penalisePattern(context, request),
    gate: (request) =>
      timed(context, 'gate', async () => {
        const gated = await (await import('./gate-without-journal.ts')).gateSafely(context, request)
        context.metrics?.record('mettle.gate.decisions', 1, { decision: gated.decision })
        return gated
      }),
    approvals: async (filter) => (await import('./approvals.ts')).listApprovals(context, filter),
    answerApproval: async (request) => (await import('./approvals.ts')).answerApproval(context, request),
    consensus: async (votes) => (await import('./consensus.ts')).consensus(context, votes),
    importFiles: async (request) => (await import('./import-files.ts')).importFiles(context, request),
    exportFiles: async (request) => (await import('./export-files.ts')).exportFiles(context, request),
    push: async (request) => (await import('./push.ts')).push(context, await shared(), request),
    pull: async (request) => (await import('./pull.ts')).pull(context, await shared(), request),
    organisation: async () => (await import('./organisation.ts')).organisation(context, await shared()),
    report: () => report(context),
    graph: async (options) => (await import('./graph.ts')).graph(context, options),
    governanceReport: async () => (await import('./governance-report.ts')).governanceReport(context),
    insights: async (request) => (await import('./insights.ts')).insights(context, request),
    status: () => status(context),
    doctor: (options) => doctor(context, { ...options, seals }),
    async rebuild(options) {
      const rebuilt = await context.journal.rebuild(context.projector, options)
      context.shelf.clear()
      await keepOverlays(context)
      return rebuilt
    },
    erase: async (request) => (await import('./erase.ts')).erase(context, request, archives),
    async forget(options = {}) {
      const [{ retain }, keeper] = [await import('./retain.ts'), await archives()]
      return retain(context, { ...options, archives: keeper })
    },
    async restore() {
      const [{ restoreArchives }, keeper] = [await import('./archive.ts'), await archives()]
      return restoreArchives(context.journal, keeper)
    },
  }
}

/** Tells whoever listens how long an agent waited. */
async function timed<T>(context: LoopContext, deed: string, work: () => Promise<T>): Promise<T> {
  if (context.metrics === undefined) return work()
  const from = context.now()
  try {
    return await work()
  } finally {
    context.metrics.record('mettle.hook.duration', context.now() - from, { deed })
  }
}
