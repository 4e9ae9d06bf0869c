import { configureStore, type Middleware } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { api } from '#web/lib/api.ts'
import type { CallApi } from '#web/lib/call-api.ts'
import { shopApi } from '#web/shop/settings/shopApi.ts'
import { type VisitorState, visitorReducers } from './visitor.ts'

/**
 * A sign-out, here or in another tab, deletes all loaded answers, so that the next user of the browser does not see
 * them. The shop's own settings are public and stay.
 */
const forgetAnswers: Middleware<object, RootState> =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const before = getState().session.user?._id
    const result = next(action)
    if (!before || before === getState().session.user?._id) return result
    const { data: value } = shopApi.endpoints.shop.select()(getState())
    dispatch(api.util.resetApiState() as never)
    if (value) dispatch(shopApi.util.upsertQueryEntries([{ endpointName: 'shop', arg: undefined, value }]) as never)
    return result
  }

/** Creates a store: one per request on the server, one per page in the browser. `call` makes its API calls. */
export function makeStore(call: CallApi, preloadedState?: unknown) {
  return configureStore({
    reducer: { ...visitorReducers, [api.reducerPath]: api.reducer },
    preloadedState: preloadedState as undefined,
    devTools: import.meta.env.DEV,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { call } }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
        forgetAnswers,
      ),
  })
}

export type Store = ReturnType<typeof makeStore>
export type RootState = VisitorState & { api: ReturnType<typeof api.reducer> }
export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>()
export const useAppSelector = useSelector.withTypes<RootState>()
