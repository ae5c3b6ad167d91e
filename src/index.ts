/** Whatever stands in the signature of a verb, or of a store, can be named from here. */
export type { Config } from './config/load.ts'
export type { Document, DocumentKey, Projector } from './domain/document.ts'
export type { JournalEvent, NewEvent, Origin, Provenance, Speaker, StoredEvent } from './domain/event.ts'
export type { EventType, PayloadOf } from './domain/events/catalogue.ts'
export type { NextId } from './domain/id.ts'
export type { Pattern } from './domain/pattern.ts'
export type { Scope } from './domain/scope.ts'
export { UserError } from './domain/user-error.ts'
export type { Votes } from './domain/votes.ts'
export type { GateRequest } from './engine/gate-step.ts'
export type { Evidence, PatternRecord } from './engine/pattern-record.ts'
export type { Policy } from './engine/policy.ts'
export type { Standing } from './engine/standing.ts'
export type { Acknowledged, AcknowledgementInput } from './loop/acknowledge.ts'
export type { AnswerRequest, ApprovalFilter, ApprovalView } from './loop/approvals.ts'
export type { Restored } from './loop/archive.ts'
export type { Backtest } from './loop/backtest.ts'
export type { CalibrationReport, Promotable } from './loop/calibration.ts'
export type {
  AcknowledgeRequest,
  AnnotateRequest,
  FailureAcknowledged,
  OverlayChanged,
  OverlayRequest,
  ThresholdChanged,
  ThresholdRequest,
} from './loop/change-policy.ts'
export type { GoalChoice, GoalList } from './loop/choose-goal.ts'
export type { CitationsChecked } from './loop/cited-lines.ts'
export type { ClearRequest, StrikesCleared } from './loop/clear-strikes.ts'
export type { ConsensusReached } from './loop/consensus.ts'
export type { Correction, CorrectRequest } from './loop/correction-report.ts'
export type { CriteriaRequest, CriterionView } from './loop/criteria.ts'
export type { DecisionRequest, PatternDecided } from './loop/decide-pattern.ts'
export type { Check, DoctorOptions } from './loop/doctor.ts'
export type { EditRequest, PatternEdited } from './loop/edit-pattern.ts'
export type { ErrorContextRequest, TaskErrorContext } from './loop/error-context.ts'
export type { Exported, ExportRequest } from './loop/export-request.ts'
export type { Feed, FeedFilter, News } from './loop/feed.ts'
export type { Gated } from './loop/gate.ts'
export type { GoalReport } from './loop/goal-stats.ts'
export type { GovernanceReport } from './loop/governance-report.ts'
export type { PatternGraded, PenaliseRequest, ReinforceRequest } from './loop/grade-pattern.ts'
export type { AdapterHistory, PatternHistory } from './loop/histories.ts'
export type { ImportOptions, OutcomesImported } from './loop/import-outcomes.ts'
export type { ImportReport, ImportRequest } from './loop/import-request.ts'
export type { Injected, InjectRequest } from './loop/inject.ts'
export type { AgentStart, PromptGiven, ToolUse } from './loop/inject-surfaces.ts'
export type { InsightsReport, InsightsRequest } from './loop/insights.ts'
export type { Learned, LearnOptions } from './loop/learn.ts'
export type { DeliberationFilter, DeliberationView } from './loop/list-deliberations.ts'
export type { ErrorFilter, ErrorView } from './loop/list-errors.ts'
export type { OutcomeFilter, OutcomeView } from './loop/list-outcomes.ts'
export type {
  ReceiptDetail,
  ReceiptFilter,
  ReceiptView,
  RunDetail,
  RunFilter,
  RunView,
} from './loop/list-runs.ts'
export type { SessionFilter, SessionView } from './loop/list-sessions.ts'
export type { TaskFilter } from './loop/list-tasks.ts'
export type { Loop } from './loop/loop.ts'
export type { MergeRequest, PatternsMerged } from './loop/merge-patterns.ts'
export type { Metrics } from './loop/metrics.ts'
export type { MinedLesson } from './loop/mine-lessons.ts'
export type { OrganisationView } from './loop/organisation.ts'
export type { PatternFilter, PatternView } from './loop/patterns.ts'
export type { PipelineOptions, PipelineReport } from './loop/pipeline/run-pipeline.ts'
export type { PlanPrompted, PlanPromptRequest } from './loop/plan-prompt.ts'
export type { PolicyChange, PolicyChangeFilter } from './loop/policy-changes.ts'
export type { AdapterView, AgentView, PolicyView } from './loop/policy-view.ts'
export type { Pulled, PulledPattern, PullRequest } from './loop/pull.ts'
export type { Pushed, PushRequest } from './loop/push.ts'
export type { PatternQuarantined, QuarantineRequest } from './loop/quarantine-pattern.ts'
export type { SourceQuarantined, SourceQuarantineRequest } from './loop/quarantine-source.ts'
export type { PatternQuery } from './loop/query-patterns.ts'
export type { BuildInput } from './loop/record-build.ts'
export type { CiInput, CiRecorded } from './loop/record-ci.ts'
export type { DeliberationInput, DeliberationRecorded } from './loop/record-deliberation.ts'
export type { ErrorInput, ErrorRecorded } from './loop/record-error.ts'
export type { FeedbackInput, FeedbackRecorded } from './loop/record-feedback.ts'
export type { LearningInput } from './loop/record-learning.ts'
export type { MergeInput, MergeRecorded } from './loop/record-merge.ts'
export type { AppliedPattern, OutcomeInput, OutcomeRecorded } from './loop/record-outcome.ts'
export type { PlanInput, PlanRecorded } from './loop/record-plan.ts'
export type { ReviewInput, ReviewRecorded } from './loop/record-review.ts'
export type { BesideOutcome, RunOutcomeRecorded } from './loop/record-run-outcome.ts'
export type { ScoreInput, ScoreRecorded } from './loop/record-score.ts'
export type { StrikeInput, StrikeRecorded } from './loop/record-strike.ts'
export type { RefusedOutcome } from './loop/refused-outcomes.ts'
export type { ReliabilityHistory } from './loop/reliability-history.ts'
export type { Replayed, ReplayRequest, ReplayVerified } from './loop/replay.ts'
export type { ErrorResolved, ResolveRequest } from './loop/resolve-error.ts'
export type { Retained, RetentionOptions } from './loop/retain.ts'
export type { SessionSettled, SettleRequest } from './loop/settle-session.ts'
export type { SettledWork } from './loop/settle-work.ts'
export type { SessionStory } from './loop/show-session.ts'
export type { IterationInput, IterationStarted } from './loop/start-iteration.ts'
export type { Status } from './loop/status.ts'
export type { PatternStored, StoreRequest } from './loop/store-pattern.ts'
export type { StrategyFilter, StrategyView } from './loop/strategies.ts'
export type { Suggestion } from './loop/suggest-decisions.ts'
export type { StrikeFilter, StrikesView } from './loop/task-strikes.ts'
export type { TimelineFilter } from './loop/timeline.ts'
export type { Undone, UndoRequest } from './loop/undo.ts'
export type { ContextUplift, PatternUplift, ToldUplift, UpliftReport, UpliftRequest } from './loop/uplift.ts'
export type { BacktestOf } from './loop/verbs/reports.ts'
export type { OutcomesWatched, WatchedRun, WatchRequest } from './loop/watch-outcomes.ts'
export type { WhyNot, WhyNotRequest } from './loop/why-not.ts'
export type { Telling } from './loop/withheld-from.ts'
export { type Mettle, type OpenOptions, openMettle, type Reloaded, type Standpoint } from './open.ts'
export type { GoalRecord } from './projection/fold-goal.ts'
export type { TaskRecord } from './projection/fold-tasks.ts'
export type { Day } from './report/daily-runs.ts'
export type { GraphEvent } from './report/graph.ts'
export type { LoopReport } from './report/loop-report.ts'
export type { PatternFlow } from './report/pattern-flow.ts'
export type { Told } from './report/tell-fact.ts'
export type { WhyNamed } from './report/why-named.ts'
export type { WhyPattern } from './report/why-pattern.ts'
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
export type { Backup } from './system/backup-file.ts'
export type { Workspace } from './system/workspace.ts'
