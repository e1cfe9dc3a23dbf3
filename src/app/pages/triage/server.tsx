import { renderToStaticMarkup } from 'react-dom/server'
import { NoSuchLink } from '#app/pages/answer/OwnerFrame.tsx'
import { TriageView } from '#app/pages/triage/TriageView.tsx'
import type { TriagePage, TriageStep } from '#features/talk/triage/triage.ts'

/** The markup of a lost shoe as its owner tells of it; `serve-triage.ts` puts the document around it. Nothing: the page that says there is none. */
export const render = (shown: { page: TriagePage; step: TriageStep; formId: string } | undefined): string =>
  renderToStaticMarkup(shown ? <TriageView {...shown} /> : <NoSuchLink />)
