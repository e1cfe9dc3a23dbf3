import { renderToStaticMarkup } from 'react-dom/server'
import { TriageView } from '#features/talk/triage/page/TriageView.tsx'
import type { TriagePage, TriageStep } from '#features/talk/triage/triage.ts'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/** The markup of the lost-shoe page; `serve.ts` puts the document around it. Without `shown`: the page for a link that shows nothing. */
export const render = (shown: { page: TriagePage; step: TriageStep; formId: string } | undefined): string =>
  renderToStaticMarkup(shown ? <TriageView {...shown} /> : <NoSuchLink />)
