package dev.primus.runtime.effect;

import dev.primus.core.lease.LeaseRequest;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.LeaseStore;
import java.util.List;

/** Requests of one kind for distinct elections: one call of one verb. */
public record StoreCall(Verb verb, List<LeaseRequest> requests) {

    public StoreCall {
        requests = List.copyOf(requests);
    }

    public List<Answer> on(LeaseStore store) {
        return switch (verb) {
            case ENROLL ->
                store.enroll(requests.stream()
                        .map(request -> ((LeaseRequest.Enroll) request).enrolment())
                        .toList());
            case LOOK ->
                store.look(requests.stream().map(LeaseRequest::election).toList());
            case ACQUIRE ->
                store.acquire(requests.stream()
                        .map(request -> ((LeaseRequest.Acquire) request).bid())
                        .toList());
            case RENEW ->
                store.renew(requests.stream()
                        .map(request -> ((LeaseRequest.Renew) request).hold())
                        .toList());
            case RELEASE ->
                store.release(requests.stream()
                        .map(request -> ((LeaseRequest.Release) request).parting())
                        .toList());
        };
    }

    /** The call that can still be answered when nothing else can: by saying so. */
    public List<Answer> unknown(String cause) {
        return requests.stream()
                .map(request -> Answer.unknown(request.election(), cause))
                .toList();
    }
}
