import { configureStore } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { sessionSlice } from '#web/lib/sessionSlice.ts'
import { cartSlice } from './cartSlice.ts'

/** The reducers of what a browser remembers of its visitor: who is signed in, and the cart. */
export const visitorReducers = { session: sessionSlice.reducer, cart: cartSlice.reducer }

/** Creates the store of a catalog page, which loads no data itself. */
export const makeVisitorStore = () => configureStore({ reducer: visitorReducers, devTools: import.meta.env.DEV })

/** The store of a catalog page, and the part of the application's store that both have. */
export type VisitorStore = ReturnType<typeof makeVisitorStore>
export type VisitorState = ReturnType<VisitorStore['getState']>

export const useVisitorDispatch = useDispatch.withTypes<VisitorStore['dispatch']>()
export const useVisitor = useSelector.withTypes<VisitorState>()
