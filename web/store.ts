import { configureStore, type Middleware } from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { api, type CallApi } from './api.ts'
import { sessionSlice } from './features/accounts/sessionSlice.ts'
import { cartSlice } from './features/cart/cartSlice.ts'
import { shopApi } from './features/shop/shopApi.ts'

/**
 * Whoever is no longer signed in, because of this tab or another, leaves no answers behind for the next person at this
 * browser. Who sells here is the same for everybody, and stays.
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
    reducer: { session: sessionSlice.reducer, cart: cartSlice.reducer, [api.reducerPath]: api.reducer },
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
export type RootState = {
  session: ReturnType<typeof sessionSlice.reducer>
  cart: ReturnType<typeof cartSlice.reducer>
  api: ReturnType<typeof api.reducer>
}
export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>()
export const useAppSelector = useSelector.withTypes<RootState>()
export const useAppStore = useStore.withTypes<Store>()
