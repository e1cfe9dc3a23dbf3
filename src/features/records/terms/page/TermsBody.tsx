import { CircleAlert, CircleCheck, FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { inBlocks, LONGEST_NAME } from '#features/records/terms/rules.ts'
import type { TermsFault, TermsPage } from '#features/records/terms/terms-page.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { NumberedSections } from '#ui/NumberedSections.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = {
  page: TermsPage
  fault?: TermsFault | undefined
  /** Where what they accepted is as a PDF. */
  pdfPath: string
  /** Above the terms, where the page has no other heading. */
  heading?: ReactNode
}

/** The terms as a client reads and accepts them, by their link or in the portal. The form names the version they read. */
export const TermsBody = ({ page, fault, pdfPath, heading }: Props) => (
  <>
    {page.accepted && <Accepted page={page} pdfPath={pdfPath} />}
    {page.isReplaced && !page.accepted && (
      <Note tone="due" icon={CircleAlert}>
        <b className="block">There are newer terms.</b> You can read these but no longer accept them. Ask your farrier for the new ones.
      </Note>
    )}
    <header className="border-b border-line-2 pb-4">
      {heading}
      <p className="mt-2 text-14 text-ink-2">
        Version {page.termsVersion}, in force from {page.inForce}, for {page.ownerName}
      </p>
    </header>
    <NumberedSections sections={inBlocks(page.sections)} />
    {!page.accepted && !page.isReplaced && <AcceptForm version={page.termsVersion} fault={fault} />}
  </>
)

const Accepted = ({ page: { accepted, ownerName, termsVersion }, pdfPath }: Pick<Props, 'page' | 'pdfPath'>) => (
  <Note tone="ok" icon={CircleCheck} live>
    <b className="block">{`Thank you, ${ownerName}. You have accepted these terms.`}</b>
    {accepted && `Version ${termsVersion}, signed as ${accepted.name} on ${accepted.when}.`}
    <a href={pdfPath} className={buttonClass({ className: 'mt-3 flex w-fit' })}>
      <FileDown size={20} aria-hidden className="shrink-0" />
      Save as PDF
    </a>
  </Note>
)

const AcceptForm = ({ version, fault }: { version: string; fault: TermsFault | undefined }) => (
  <form method="post" className="grid gap-4 rounded-lg border border-line bg-surface p-4" aria-labelledby="accept">
    <h2 id="accept" className="text-20">
      Do you accept?
    </h2>
    {fault && (
      <p role="alert" className="flex items-start gap-2 font-medium text-flag-ink">
        <CircleAlert size={20} aria-hidden className="mt-0.5 shrink-0" />
        {fault.sentence}
      </p>
    )}
    <input type="hidden" name="version" value={version} />
    <Field label="Your name" help="It counts as your signature.">
      <TextInput name="name" maxLength={LONGEST_NAME} defaultValue={fault?.name} autoComplete="name" required />
    </Field>
    <Checkbox name="read" value="yes" label="I have read these terms and accept them" defaultChecked={fault?.hasRead ?? false} required />
    <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
      Accept the terms
    </button>
    <p className="text-14 text-ink-2">
      As proof that you accepted, we keep your name, the date and time, your browser, and a shortened form of your internet address.
    </p>
  </form>
)
