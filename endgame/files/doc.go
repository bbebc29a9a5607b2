// Package files replaces files so that a kill leaves the old one or the new one,
// and keeps two processes from writing the same one: Replace, Lock, LockFor, TryLock.
package files
