#include "ui/map/map_service.h"

namespace ui {

namespace {

MapService*& currentService()
{
    static MapService* service = nullptr;
    return service;
}

} // namespace

MapService::MapService(QObject* parent) : QObject(parent)
{
    currentService() = this;
}

MapService::~MapService()
{
    if (currentService() == this)
        currentService() = nullptr;
}

MapService* MapService::instance()
{
    return currentService();
}

} // namespace ui
