import { renderToStaticMarkup } from 'react-dom/server'
import { TriageView } from '#features/talk/triage/page/TriageView.tsx'
import type { TriagePage, TriageStep } from '#features/talk/triage/triage.ts'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/** The markup of a lost shoe as its owner tells of it; `serve.ts` puts the document around it. Nothing: the page that says there is none. */
export const render = (shown: { page: TriagePage; step: TriageStep; formId: string } | undefined): string =>
  renderToStaticMarkup(shown ? <TriageView {...shown} /> : <NoSuchLink />)
