import { CalendarDays, CalendarPlus, FileDown, Mic, Plus, PoundSterling } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { HorseshoeIcon } from '#ui/icons.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'

const VoiceNoteDialog = lazy(() => import('#app/pages/home/VoiceNoteDialog.tsx').then((module) => ({ default: module.VoiceNoteDialog })))

/** Spec §2 Dashboard: Quick Actions of both variants, of those whose screen is there and that this member may do. */
export function QuickActionsCard({ onNew }: { onNew: () => void }) {
  const role = useSession<CurrentUser>().user?.role
  const [isSpeaking, setSpeaking] = useState(false)
  return (
    <Card title="Quick Actions">
      <ul className="grid grid-cols-2 p-1.5">
        <Action>
          <Button variant="quiet" icon={Mic} onClick={() => setSpeaking(true)} block className={LOOK}>
            Voice Note
          </Button>
        </Action>
        {may(role, 'planDiary') && (
          <>
            <Action>
              <Button variant="quiet" icon={Plus} onClick={onNew} block className={LOOK}>
                New Appointment
              </Button>
            </Action>
            <Action>
              <LinkButton variant="quiet" href="/calendar" icon={CalendarPlus} block className={LOOK}>
                Schedule Visit
              </LinkButton>
            </Action>
          </>
        )}
        {may(role, 'changeRecords') && (
          <Action>
            <LinkButton variant="quiet" href="/horses" block className={LOOK}>
              <HorseshoeIcon size={20} aria-hidden />
              Add Horse
            </LinkButton>
          </Action>
        )}
        {may(role, 'seeMoney') && (
          <Action>
            <LinkButton variant="quiet" href="/money" icon={PoundSterling} block className={LOOK}>
              Money
            </LinkButton>
          </Action>
        )}
        <Action>
          <LinkButton variant="quiet" href="/calendar" icon={CalendarDays} block className={LOOK}>
            View Calendar
          </LinkButton>
        </Action>
        <Action>
          <LinkButton variant="quiet" href="/reports" icon={FileDown} block className={LOOK}>
            Export Report
          </LinkButton>
        </Action>
      </ul>
      {isSpeaking && (
        <Suspense>
          <VoiceNoteDialog onClose={() => setSpeaking(false)} />
        </Suspense>
      )}
    </Card>
  )
}

const LOOK = 'justify-start px-2! text-left whitespace-nowrap'

const Action = ({ children }: { children: ReactNode }) => <li className="min-w-0 max-xs:col-span-2">{children}</li>
