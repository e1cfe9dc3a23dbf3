import { CircleAlert, CircleCheck, PhoneCall, Send, Siren } from 'lucide-react'
import { RadioSet } from '#features/talk/triage/page/RadioSet.tsx'
import {
  footChoices,
  LONGEST_WHERE,
  needsVet,
  QUESTIONS,
  type TriageAnswers,
  type TriagePage,
  type TriageStep,
  triageWords,
} from '#features/talk/triage/triage.ts'
import { telHref } from '#lib/phone-links.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Field } from '#ui/Field.tsx'
import { FileInput } from '#ui/FileInput.tsx'
import { HorseshoeIcon } from '#ui/icons.tsx'
import { Note } from '#ui/Note.tsx'
import { OwnerFrame } from '#ui/OwnerFrame.tsx'
import { TextArea } from '#ui/TextArea.tsx'

type Props = { page: TriagePage; step: TriageStep; formId: string }

/** An owner's report of a lost shoe: five questions, then the consequences and the price, then a photo and sending. Needs no script. */
export const TriageView = ({ page, step, formId }: Props) => (
  <OwnerFrame name={page.practiceName} picture={page.picture} detail="Lost shoe">
    {step.step === 'ask' && <Question page={page} step={step} />}
    {step.step === 'confirm' && <Confirming page={page} step={step} formId={formId} />}
    {step.step === 'sent' && <Sent page={page} step={step} />}
  </OwnerFrame>
)

type Of<S extends TriageStep['step']> = { page: TriagePage; step: Extract<TriageStep, { step: S }> }

function Question({ page, step: { answers, isIncomplete } }: Of<'ask'>) {
  const missing = (name: keyof TriageAnswers) => (isIncomplete && answers[name] === undefined ? 'Choose one' : undefined)
  return (
    <>
      <h1 className="text-24 tracking-tight">{`${page.ownerName}, what’s happened?`}</h1>
      <p className="text-ink-2">Five questions. Nothing is sent until you’ve seen what it costs.</p>
      {isIncomplete && (
        <Note tone="late" icon={CircleAlert} live>
          Answer every question, then carry on.
        </Note>
      )}
      <form method="get" className="grid gap-6">
        {page.horses.length > 1 && (
          <RadioSet
            legend="Which horse?"
            name="horseId"
            value={answers.horseId}
            error={missing('horseId')}
            choices={page.horses.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <RadioSet legend="Which foot?" name="foot" value={answers.foot} error={missing('foot')} choices={footChoices(page.scheme)} wide />
        {Object.entries(QUESTIONS).map(([name, { legend, choices }]) => (
          <RadioSet
            key={name}
            legend={legend}
            name={name}
            value={answers[name as keyof TriageAnswers]}
            error={missing(name as keyof TriageAnswers)}
            choices={choices}
          />
        ))}
        <Field label="Where the horse is, and anything else to know" optional>
          <TextArea
            name="where"
            rows={3}
            maxLength={LONGEST_WHERE}
            defaultValue={answers.where}
            placeholder="In the stable by the gate, on clean bedding"
          />
        </Field>
        <button type="submit" name="go" value="on" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
          Continue
        </button>
      </form>
    </>
  )
}

function Confirming({ page, step: { answers, fault }, formId }: Of<'confirm'> & { formId: string }) {
  const horse = page.horses.find(({ id }) => id === answers.horseId)
  return (
    <>
      {needsVet(answers) && <CallVet vetName={horse?.vetName ?? null} vetPhone={horse?.vetPhone ?? null} />}
      <section className="rounded-lg border border-line bg-surface p-4">
        <h1 className="flex items-center gap-2 text-20">
          <HorseshoeIcon size={20} className="shrink-0 text-ink-2" />
          What your farrier will see
        </h1>
        <p className="mt-2 whitespace-pre-line [overflow-wrap:anywhere]">{triageWords(answers, horse?.name, page.scheme)}</p>
        <a href={`?${asQuery(answers)}`} className="link mt-2 inline-flex min-h-12 items-center md:min-h-10">
          Change something
        </a>
      </section>
      <section className="rounded-lg border-2 border-ember bg-ember-tint p-4 text-ember-ink">
        <h2 className="flex items-center gap-2 text-18">
          <Siren size={20} aria-hidden className="shrink-0" />
          {`An emergency visit costs ${page.price}`}
        </h2>
        <p className="mt-1">
          {page.isWorking ? 'That’s the price in working hours, as now.' : 'That’s the price outside working hours, as now.'} Sending this
          asks for one. Your farrier will answer whether and when they can come.
        </p>
      </section>
      <form method="post" encType="multipart/form-data" className="grid gap-4">
        <input type="hidden" name="formId" value={formId} />
        {Object.entries(answers).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field
          label="A photo of the foot"
          optional
          error={fault}
          help="From the side, as close as you can with the whole foot in the picture."
        >
          <FileInput name="photo" accept="image/*" />
        </Field>
        <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
          <Send size={22} aria-hidden className="shrink-0" />
          Send to your farrier
        </button>
      </form>
    </>
  )
}

/** First, and large: a farrier can't help a foot that something has gone into. */
const CallVet = ({ vetName, vetPhone }: { vetName: string | null; vetPhone: string | null }) => (
  <section role="alert" className="grid gap-3 rounded-lg border-2 border-flag bg-flag-tint p-4 text-flag-ink">
    <h2 className="text-24 tracking-tight">Call your vet now</h2>
    <ul className="grid list-disc gap-1 pl-5">
      <li>Don’t pull anything out of the foot: the vet needs to see where it went in.</li>
      <li>Keep the horse standing still, on clean bedding.</li>
      <li>Don’t ride it, and lead it no further than you must.</li>
    </ul>
    {vetPhone && (
      <a href={telHref(vetPhone)} className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
        <PhoneCall size={22} aria-hidden className="shrink-0" />
        {`Call ${vetName ?? 'the vet'}, ${vetPhone}`}
      </a>
    )}
  </section>
)

const Sent = ({ page, step }: Of<'sent'>) => (
  <>
    {step.needsVet && <CallVet vetName={null} vetPhone={null} />}
    <Note tone="ok" icon={CircleCheck} live>
      <b className="block">{`Sent to ${page.practiceName}`}</b>
      It rings your farrier's phone. The answer comes as a text or e-mail.
    </Note>
    <p className="text-ink-2">Until then keep the horse in, on clean bedding. Don’t ride it. If it gets worse, call your vet.</p>
  </>
)

const asQuery = (answers: TriageAnswers) => new URLSearchParams(Object.entries(answers)).toString()
