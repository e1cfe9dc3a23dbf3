import { ArrowLeft } from 'lucide-react'
import type { TermsSection } from '#features/records/terms/contract.ts'
import { DISCLAIMER, inBlocks, isSample, SAMPLE_OF, SAMPLE_TERMS } from '#features/records/terms/rules.ts'
import { type Day, dayAndYear } from '#lib/dates.ts'
import { Note } from '#ui/Note.tsx'
import { NumberedSections } from '#ui/NumberedSections.tsx'

type Props = { sections?: readonly TermsSection[]; inForceOn?: Day }

/** Spec §2 Terms: the version in force, the sample as long as there is none. */
export const TermsContent = ({ sections = SAMPLE_TERMS, inForceOn = SAMPLE_OF }: Props) => (
  <article className="mx-auto w-full max-w-[760px] px-4 pt-4 pb-12 md:pt-6">
    <a href="/" className="link inline-flex min-h-12 items-center gap-1.5 md:min-h-10">
      <ArrowLeft size={18} aria-hidden />
      Back
    </a>
    <header className="mt-1 mb-6 border-b border-line-2 pb-5">
      <h1 className="text-30 tracking-[-0.025em] md:text-40">Terms and Conditions of Business</h1>
      <p className="mt-1 text-18 text-ink-2">Professional Farriery Services</p>
      <p className="mt-3 text-14 text-ink-2">
        Effective and last updated <time dateTime={inForceOn}>{dayAndYear(inForceOn)}</time>
      </p>
    </header>
    <NumberedSections sections={inBlocks(sections)} />
    {isSample(sections) && <Note className="mt-8">{DISCLAIMER}</Note>}
  </article>
)
