#include "core/distributed/own_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace core {

namespace {

/// The address of this machine from which `address` is reached; empty: not known.
std::string localAddressTowards(const std::string& address, uint16_t port)
{
    addrinfo wanted{};
    wanted.ai_family = AF_INET;
    wanted.ai_socktype = SOCK_DGRAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(address.c_str(), std::to_string(port).c_str(), &wanted, &found) != 0)
        return {};
    std::string local;
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_in own{};
    socklen_t size = sizeof(own);
    std::array<char, INET_ADDRSTRLEN> text{};
    // Nothing is sent: the system only chooses the way.
    if (socket >= 0 && connect(socket, found->ai_addr, found->ai_addrlen) == 0
        && getsockname(socket, reinterpret_cast<sockaddr*>(&own), &size) == 0
        && inet_ntop(AF_INET, &own.sin_addr, text.data(), text.size()) != nullptr)
        local = text.data();
    if (socket >= 0)
        close(socket);
    freeaddrinfo(found);
    return local;
}

/// The first address of this machine that others can reach; empty: there is none.
std::string ownAddress()
{
    ifaddrs* all = nullptr;
    if (getifaddrs(&all) != 0)
        return {};
    std::string address;
    for (const ifaddrs* each = all; each != nullptr && address.empty(); each = each->ifa_next) {
        std::array<char, INET_ADDRSTRLEN> text{};
        const bool usable = each->ifa_addr != nullptr && each->ifa_addr->sa_family == AF_INET
            && (each->ifa_flags & IFF_UP) != 0 && (each->ifa_flags & IFF_LOOPBACK) == 0;
        if (usable
            && inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(each->ifa_addr)->sin_addr,
                         text.data(), text.size())
                != nullptr)
            address = text.data();
    }
    freeifaddrs(all);
    return address;
}

} // namespace

std::string ownAddressFor(const LaunchEnvironment& environment)
{
    const char* const loopback = "127.0.0.1";
    if (environment.localSize == environment.size)
        return loopback;
    std::string address = localAddressTowards(environment.address, environment.port);
    if (address.empty() || address.starts_with("127."))
        address = ownAddress();
    return address.empty() ? loopback : address;
}

} // namespace core
