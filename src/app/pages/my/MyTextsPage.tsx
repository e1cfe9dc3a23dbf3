import { BellOff, CircleAlert, CircleCheck } from 'lucide-react'
import type { TextsView } from '#app/my/texts-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { MyPush } from '#app/pages/my/MyPush.tsx'
import { CHANNELS, MOST_STOPS_BEFORE, REMINDER_HOURS } from '#features/records/clients/rules.ts'
import { dayAndYear } from '#lib/dates.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'

/** Which texts and e-mails they want of one practice. */
export const MyTextsPage = (view: TextsView) => (
  <MyFrame title="Texts and e-mails" place="home" back={{ href: '/my/settings', label: '‹ Settings' }}>
    <p className="text-ink-2 [overflow-wrap:anywhere]">
      {view.clientName ? `From ${view.practiceName}, for ${view.clientName}.` : `From ${view.practiceName}.`}
      {view.phone && <span className="block">{`Texts go to ${view.phone}.`}</span>}
      {view.email && <span className="block">{`E-mails go to ${view.email}.`}</span>}
    </p>
    {view.isSaved && !view.fault && (
      <Note tone="ok" icon={CircleCheck} live>
        Saved.
      </Note>
    )}
    {view.fault && (
      <p role="alert" className="flex items-start gap-2 font-medium text-flag-ink">
        <CircleAlert size={20} aria-hidden className="mt-0.5 shrink-0" />
        {view.fault}
      </p>
    )}
    {view.stoppedOn && <Stopped view={view} />}
    <Wishes view={view} />
    {view.pushKey && view.wishes.preferredChannel === 'portal' && <MyPush pushKey={view.pushKey} isTold={view.isTold} />}
    {!view.stoppedOn && <Stop view={view} />}
  </MyFrame>
)

const pathOf = ({ slug, clientId, clientName }: TextsView, verb = '') =>
  `/my/at/${slug}/texts${verb}${clientName ? `?for=${clientId}` : ''}`

const Stopped = ({ view }: { view: TextsView }) => (
  <Note tone="due" icon={BellOff}>
    <b className="block">{`You stopped messages on ${dayAndYear(view.stoppedOn ?? '')}.`}</b>
    {`${view.practiceName} sends you nothing, not even when a visit moves.`}
    <form method="post" action={pathOf(view, '/start')} className="mt-3">
      <button type="submit" className={buttonClass({})}>
        Send me messages again
      </button>
    </form>
    <span className="mt-2 block text-14">
      If you sent STOP by text, also send START to that number: your network may still hold texts back.
    </span>
  </Note>
)

const Wishes = ({ view }: { view: TextsView }) => {
  const { wishes } = view
  return (
    <form method="post" action={pathOf(view)} className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <Field label="How to reach you" help="“Neither” means nothing at all: your farrier can only ring you.">
        <Select
          name="preferredChannel"
          defaultValue={wishes.preferredChannel}
          options={[...CHANNELS, { value: 'portal', label: 'On my phone, else by e-mail or text' }]}
        />
      </Field>
      <Checkbox name="enableReminders" value="yes" label="Reminders" help="Before each visit" defaultChecked={wishes.enableReminders} />
      <Field label="When to remind you">
        <Select
          name="reminderHours"
          defaultValue={wishes.reminderHours}
          options={REMINDER_HOURS.map((hours) => ({ value: String(hours), label: `${hours} hours before` }))}
        />
      </Field>
      <Checkbox
        name="enableUpdates"
        value="yes"
        label="Changes"
        help="When a visit moves or is cancelled"
        defaultChecked={wishes.enableUpdates}
      />
      <Checkbox
        name="enableConfirmations"
        value="yes"
        label="Confirmations"
        help="When a visit is booked"
        defaultChecked={wishes.enableConfirmations}
      />
      <Field label="You’re next" help="On the day, so that your horses are caught in time">
        <Select name="nextStopsBefore" defaultValue={wishes.nextStopsBefore} options={STOPS_BEFORE} />
      </Field>
      <button type="submit" className={buttonClass({ variant: 'primary', block: true })}>
        Save
      </button>
    </form>
  )
}

const STOPS_BEFORE = Array.from({ length: MOST_STOPS_BEFORE + 1 }, (_, stops) => ({
  value: String(stops),
  label: stops === 0 ? 'No message' : stops === 1 ? 'One stop before yours' : `${stops} stops before yours`,
}))

const Stop = ({ view }: { view: TextsView }) => (
  <form method="post" action={pathOf(view, '/stop')} className="grid gap-2">
    <button type="submit" className={buttonClass({ variant: 'danger', block: true })}>
      Stop all texts and e-mails
    </button>
    <p className="text-14 text-ink-2">Then nothing is sent to you, not even when a visit moves. You can have them again here.</p>
  </form>
)
