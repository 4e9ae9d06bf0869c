import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { feedCalls } from '../calls.ts'
import { FeedSettings, Feeds } from '../contract.ts'

const { call } = featureClient<typeof feedCalls>()({ Feeds, FeedSettings })

const feedsApi = api.injectEndpoints({
  endpoints: (build) => ({
    feeds: build.query({
      ...call('GET /api/feeds', 'Feeds'),
      keepUnusedDataFor: 0,
    }),
    setFeeds: build.mutation({
      ...call('PUT /api/feeds', 'Feeds', (body: FeedSettings) => ({ body })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(feedsApi.util.updateQueryData('feeds', undefined, () => data)),
          () => {},
        ),
    }),
  }),
})

export const { useFeedsQuery, useSetFeedsMutation } = feedsApi
