import { AsPublic } from '#app/pages/landing/AsPublic.tsx'
import { TermsContent } from '#app/pages/terms/TermsContent.tsx'
import { useTermsInForce } from '#features/records/terms/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** Spec §2 Terms, inside the app: the practice's own version once it has one. */
export const TermsPage = () => (
  <AsPublic path="/terms">
    <Queries>{useSession().user ? <OwnTerms /> : <TermsContent />}</Queries>
  </AsPublic>
)

function OwnTerms() {
  const { data, error, refetch } = useTermsInForce()
  const reachable = useReachable()
  if (data) return <TermsContent sections={data.sections} inForceOn={data.inForceOn} />
  if (data === null) return <TermsContent />
  return (
    <Page>
      <PageHeader title="Terms and Conditions of Business" />
      {reachable ? (
        error ? (
          <ErrorState title="Your terms couldn't be loaded" onRetry={() => void refetch()}>
            {sentenceOf(error)}
          </ErrorState>
        ) : (
          <SkeletonRows label="Loading your terms..." />
        )
      ) : (
        <OfflineState>Your own terms are kept on the server, and shown when you have signal.</OfflineState>
      )}
    </Page>
  )
}
