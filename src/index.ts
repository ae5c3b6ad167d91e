/** Whatever stands in the signature of a verb, or of a store, can be named from here. */

export type { Document, DocumentKey, DocumentKind, Projector } from './domain/document.ts'
export type { JournalEvent, NewEvent, Origin, Provenance, StoredEvent } from './domain/event.ts'
export type { EventType, PayloadOf } from './domain/events/catalogue.ts'
export type { NextId } from './domain/id.ts'
export type { Votes } from './domain/outcome-record.ts'
export type { Pattern } from './domain/pattern.ts'
export type { Scope } from './domain/scope.ts'
export { UserError } from './domain/user-error.ts'
export type { Speaker } from './domain/values/session.ts'
export type { GateRequest } from './engine/governance/gate-step.ts'
export type { Policy } from './engine/laws/policy.ts'
export type { Axes } from './engine/standing/axes.ts'
export type { Evidence, PatternRecord } from './engine/standing/pattern-record.ts'
export type { Exported, ExportRequest } from './loop/exchange/export-files.ts'
export type { ImportOptions, OutcomesImported } from './loop/exchange/import-outcomes.ts'
export type { ImportReport, ImportRequest } from './loop/exchange/import-request.ts'
export type { OrganisationView } from './loop/exchange/organisation.ts'
export type { Pulled, PulledPattern, PullRequest } from './loop/exchange/pull.ts'
export type { Pushed, PushRequest } from './loop/exchange/push.ts'
export type { ApprovalView } from './loop/governance/approval-view.ts'
export type { AnswerRequest, ApprovalFilter } from './loop/governance/approvals.ts'
export type { CalibrationReport, Promotable, ReliabilityHistory } from './loop/governance/calibration.ts'
export type {
  AcknowledgeRequest,
  AnnotateRequest,
  FailureAcknowledged,
  OverlayChanged,
  OverlayRequest,
  ThresholdChanged,
  ThresholdRequest,
} from './loop/governance/change-policy.ts'
export type { ConsensusReached } from './loop/governance/consensus.ts'
export type { Correction, CorrectRequest } from './loop/governance/correct.ts'
export type {
  CriteriaRequest,
  CriterionView,
  StrategyFilter,
  StrategyView,
} from './loop/governance/criteria.ts'
export type { Gated } from './loop/governance/gate.ts'
export type { GoalChoice, GoalList, GoalReport } from './loop/governance/goals.ts'
export type { GovernanceReport } from './loop/governance/governance-report.ts'
export type {
  AdapterView,
  AgentView,
  PolicyChange,
  PolicyChangeFilter,
  PolicyView,
} from './loop/governance/policy-view.ts'
export type { Suggestion } from './loop/governance/suggest-decisions.ts'
export type { Backtest, BacktestRequest } from './loop/injection/backtest.ts'
export type { RunAndPatterns } from './loop/injection/find-receipt.ts'
export type { Injected, InjectRequest } from './loop/injection/inject.ts'
export type { AgentStart, PromptGiven, ToolUse } from './loop/injection/inject-surfaces.ts'
export type { WhyNot, WhyNotRequest } from './loop/injection/why-not.ts'
export type { Restored } from './loop/journal/archive.ts'
export type { Check, DoctorOptions } from './loop/journal/doctor.ts'
export type { TimelineFilter } from './loop/journal/facts-about.ts'
export type { Feed, FeedFilter, News } from './loop/journal/feed.ts'
export type { InsightsReport, InsightsRequest } from './loop/journal/insights.ts'
export type { Metrics } from './loop/journal/metrics.ts'
export type { Status } from './loop/journal/overview.ts'
export type { Replayed, ReplayRequest, ReplayVerified } from './loop/journal/replay.ts'
export type { Undone, UndoRequest } from './loop/journal/undo.ts'
export type { Learned, LearnOptions } from './loop/learning/learn.ts'
export type { MinedLesson } from './loop/learning/mine-lessons.ts'
export type { PipelineOptions, PipelineReport } from './loop/learning/pipeline/run-pipeline.ts'
export type { LearningInput } from './loop/learning/record-learning.ts'
export type { Retained, RetentionOptions } from './loop/learning/retain.ts'
export type { Loop } from './loop/loop.ts'
export type { CitationsChecked } from './loop/patterns/cited-lines.ts'
export type { DecisionRequest, PatternDecided } from './loop/patterns/decide-pattern.ts'
export type { EditRequest, PatternEdited } from './loop/patterns/edit-pattern.ts'
export type { PatternQuery } from './loop/patterns/find-pattern.ts'
export type { PatternGraded, PenaliseRequest, ReinforceRequest } from './loop/patterns/grade-pattern.ts'
export type { AdapterHistory, PatternHistory } from './loop/patterns/histories.ts'
export type { MergeRequest, PatternsMerged } from './loop/patterns/merge-patterns.ts'
export type { PatternFilter, PatternView } from './loop/patterns/patterns.ts'
export type {
  PatternQuarantined,
  QuarantineRequest,
  SourceQuarantined,
  SourceQuarantineRequest,
} from './loop/patterns/quarantine.ts'
export type {
  FeedbackInput,
  FeedbackRecorded,
  PatternStored,
  StoreRequest,
} from './loop/patterns/store-pattern.ts'
export type {
  ContextUplift,
  DescribedUplift,
  PatternUplift,
  UpliftReport,
  UpliftRequest,
} from './loop/patterns/uplift.ts'
export type { Acknowledged, AcknowledgementInput } from './loop/runs/acknowledge.ts'
export type { IterationInput, IterationStarted } from './loop/runs/iterations.ts'
export type { OutcomeFilter, OutcomeView, RefusedOutcome } from './loop/runs/list-outcomes.ts'
export type {
  ReceiptDetail,
  ReceiptFilter,
  ReceiptView,
  RunDetail,
  RunFilter,
  RunView,
} from './loop/runs/list-runs.ts'
export type { PlanInput, PlanPrompted, PlanPromptRequest, PlanRecorded } from './loop/runs/plans.ts'
export type { BuildInput } from './loop/runs/record-build.ts'
export type { CiInput, CiRecorded } from './loop/runs/record-ci.ts'
export type {
  DeliberationFilter,
  DeliberationInput,
  DeliberationRecorded,
  DeliberationView,
} from './loop/runs/record-deliberation.ts'
export type { MergeInput, MergeRecorded } from './loop/runs/record-merge.ts'
export type { AppliedPattern, OutcomeInput, OutcomeRecorded } from './loop/runs/record-outcome.ts'
export type { ReviewInput, ReviewRecorded } from './loop/runs/record-review.ts'
export type { OutcomeExtras, RunOutcomeRecorded } from './loop/runs/record-run-outcome.ts'
export type { ScoreInput, ScoreRecorded } from './loop/runs/record-score.ts'
export type {
  ErrorContextRequest,
  ErrorFilter,
  ErrorInput,
  ErrorRecorded,
  ErrorResolved,
  ErrorView,
  ResolveRequest,
  TaskErrorContext,
} from './loop/runs/task-errors.ts'
export type { TaskFilter } from './loop/runs/task-outcome.ts'
export type {
  ClearRequest,
  StrikeFilter,
  StrikeInput,
  StrikeRecorded,
  StrikesCleared,
  StrikesView,
} from './loop/runs/task-strikes.ts'
export type { OutcomesWatched, WatchedRun, WatchRequest } from './loop/runs/watch-outcomes.ts'
export type { SessionFilter, SessionView } from './loop/sessions/list-sessions.ts'
export type { SessionSettled, SettledWork, SettleRequest } from './loop/sessions/settle-session.ts'
export type { SessionStory } from './loop/sessions/show-session.ts'
export type { Config } from './machine/config/load.ts'
export type { Backup } from './machine/files/replace-file.ts'
export type { Workspace } from './machine/workspace.ts'
export { type Mettle, type OpenOptions, openMettle, type Reloaded, type Standpoint } from './open.ts'
export type { GoalRecord } from './projection/fold-scores.ts'
export type { TaskRecord } from './projection/fold-tasks.ts'
export type { GraphEvent } from './report/graph.ts'
export type { Day, LoopReport } from './report/loop-report.ts'
export type { PatternFlow } from './report/pattern-flow.ts'
export type { DescribedEvent } from './report/tell-fact.ts'
export type { WhyNamed } from './report/why/why-named.ts'
export type { WhyPattern } from './report/why/why-pattern.ts'
export type {
  Appended,
  AppendOptions,
  ArchivedPayload,
  CacheEntry,
  Head,
  Journal,
  ListOptions,
  ReadOptions,
  RebuildOptions,
  SearchHit,
  Store,
  StreamHead,
  TokenKeeper,
  UndoMark,
} from './store/port.ts'
