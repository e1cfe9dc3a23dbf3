import { Mail } from 'lucide-react'
import type { Notice } from '#features/core/notices/contract.ts'
import { canCancel, canHandOver, canSendNow } from '#features/core/notices/rules.ts'
import { useHandOver, type useNoticeActions } from '#features/core/notices/web/data.ts'
import { costWords, KIND_WORDS, STATES, sizeWords, stateWords, whenWords } from '#features/core/notices/web/notice-words.ts'
import { TextActionsPanel } from '#features/core/notices/web/TextActionsPanel.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may, type SendingRules } from '#features/core/practice/rules.ts'
import { readableAddress } from '#lib/phone-links.ts'
import { pressed } from '#platform/web/pressed.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'

type Props = {
  notice: Notice
  now: number
  zone: string
  actions: ReturnType<typeof useNoticeActions>
  isLive: boolean
  /** For members who may see its cost. */
  rules?: SendingRules | undefined
}

/** One text: its recipient, its words, its state and the possible actions. */
export function NoticeCard({ notice, now, zone, actions, isLive, rules }: Props) {
  const { tone, icon } = STATES[notice.state]
  return (
    <article
      aria-label={`${KIND_WORDS[notice.kind]}, ${notice.recipient}`}
      className="grid gap-3 rounded-lg border border-line bg-surface p-3 md:grid-cols-[minmax(0,16.5rem)_minmax(0,1fr)] md:gap-x-6 md:p-4"
    >
      <div className="grid min-w-0 content-start gap-1.5">
        <div className="min-w-0">
          <h2 className="text-16 wrap-anywhere">{notice.recipient}</h2>
          <p className="text-14 wrap-anywhere text-ink-2 tabular-nums">{readableAddress(notice.address)}</p>
          <p className="text-14 text-ink-2">
            {KIND_WORDS[notice.kind]} <span aria-hidden>·</span>{' '}
            <time dateTime={notice.createdAt}>{whenWords(notice.createdAt, zone)}</time>
          </p>
        </div>
        <Badge tone={tone} icon={icon} className="tabular-nums">
          {stateWords(notice, now, zone)}
        </Badge>
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <Bubble notice={notice} rules={rules} />
        {notice.stateReason && <p className="text-14 text-ink-2 md:text-right">{notice.stateReason}</p>}
        {isLive && <Actions notice={notice} actions={actions} />}
      </div>
    </article>
  )
}

const GONE = 'rounded-br-sm bg-forge text-on-forge'
const WAITING = 'rounded-br-sm border-2 border-dashed border-control bg-surface'
const OFF = 'rounded-br-sm bg-neutral-tint text-neutral-ink'

function Bubble({ notice, rules }: Pick<Props, 'notice' | 'rules'>) {
  const look = canSendNow(notice.state) || notice.state === 'sending' ? WAITING : notice.state === 'cancelled' ? OFF : GONE
  return (
    <div className={cx('ml-auto max-w-[30rem] min-w-0 rounded-[14px] px-3 py-2', look)}>
      {notice.channel === 'email' && (
        <p className="mb-1 flex items-center gap-1.5 font-bold">
          <Mail size={16} aria-hidden className="shrink-0" />
          {notice.subject}
        </p>
      )}
      <p className="wrap-anywhere whitespace-pre-line">{notice.body}</p>
      <p className={cx('mt-1 text-right text-14 tabular-nums', look === GONE ? 'text-on-forge-2' : 'text-ink-2')}>
        {notice.channel === 'sms' ? sizeWords(notice) : 'E-mail'}
        {notice.channel === 'sms' && rules && `, ${costWords(notice.segments, rules)}`}
      </p>
    </div>
  )
}

function Actions({ notice, actions: { sendNow, cancel } }: Pick<Props, 'notice' | 'actions'>) {
  const { id, state } = notice
  const role = useSession<CurrentUser>().user?.role
  const maySend = may(role, 'sendTexts')
  const isOurs = (running: { isPending: boolean; variables: string | undefined }) => running.isPending && running.variables === id
  const isLost = state === 'failed' || state === 'undelivered'
  if (!canCancel(state) && !canSendNow(state) && !canHandOver(state)) return null
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {maySend && canCancel(state) && (
        <Button size="sm" variant="quiet" busy={isOurs(cancel)} onClick={() => pressed(cancel, id)}>
          Don't send
        </Button>
      )}
      {maySend && (state === 'held' || isLost) && (
        <Button size="sm" busy={isOurs(sendNow)} busyLabel="Sending..." onClick={() => pressed(sendNow, id)}>
          {isLost ? 'Try again' : 'Send now'}
        </Button>
      )}
      {canHandOver(state) && notice.channel === 'sms' && <OwnMessages notice={notice} />}
    </div>
  )
}

/* Opened in one's own messages, ours does not go as well. */
function OwnMessages({ notice: { id, address, body } }: { notice: Notice }) {
  const handOver = useHandOver()
  return <TextActionsPanel phone={address} body={body} onOpened={(via) => handOver.mutate({ id, via })} />
}
