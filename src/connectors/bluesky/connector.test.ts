import { bluesky } from '#connectors/bluesky/connector.ts'
import { blueskyDouble } from '#connectors/bluesky/far-side.ts'
import { answersSuite } from '#testing/answers-suite.ts'
import { posterSuite } from '#testing/poster-suite.ts'

posterSuite('A double of Bluesky', bluesky, blueskyDouble)
answersSuite('Bluesky', bluesky.manifest, bluesky.check)
